"""Hooks of MkDocs: the index is the navigation and llms.txt, and links out of docs/ lead to the repository."""

import logging
import os
import posixpath
import re

from pymdownx.slugs import slugify

LINK = re.compile(r"\]\((\.\./[^)\s]+)\)")
RELATIVE = re.compile(r"\]\((?![a-z]+:|#)([^)\s#]+)")
LOG = logging.getLogger("mkdocs.hooks.site")  # A warning fails a strict build.


def check(source, path):
    if not os.path.exists(path.split("#")[0]):
        LOG.warning("%s links to %s, which is not there", source, path)


def on_config(config):
    sections = []
    with open(posixpath.join(config.docs_dir, "index.md"), encoding="utf-8") as index:
        for line in index:
            heading = re.match(r"## (.*)", line)
            page = re.match(r"[-|] \[([^\]]+)\]\(([^)#]+\.md)\)", line)
            if heading:
                sections.append({heading[1]: []})
            elif page and not page[2].startswith(".."):
                list(sections[-1].values())[0].append({page[1].replace("`", ""): page[2]})
    config.nav = [{"bmt4j": "index.md"}] + sections
    # Headings have the anchors that they have in the repository.
    config.mdx_configs.setdefault("toc", {})["slugify"] = slugify(case="lower")
    return config


def on_page_markdown(markdown, page, config, files):
    folder = posixpath.join("docs", posixpath.dirname(page.file.src_uri))

    def outside(link):
        path = posixpath.normpath(posixpath.join(folder, link[1]))
        if path.startswith("docs/"):
            return link[0]
        check(page.file.src_uri, path)
        return f"]({config.repo_url}/blob/main/{path})"

    return LINK.sub(outside, markdown)


def on_post_build(config):
    # The pages for programs that read them, in the order of the navigation: llmstxt.org.
    text = [f"# {config.site_name}", "", f"> {config.site_description}"]
    for section in config.nav[1:]:
        for title, pages in section.items():
            text += ["", f"## {title}", ""]
            text += [f"- [{name}]({config.repo_url}/raw/main/docs/{path})" for page in pages for name, path in page.items()]
    with open(posixpath.join(config.site_dir, "llms.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(text) + "\n")
    for name in sorted(os.listdir(".")):
        if name.endswith(".md"):
            with open(name, encoding="utf-8") as text:
                for path in RELATIVE.findall(text.read()):
                    check(name, path)

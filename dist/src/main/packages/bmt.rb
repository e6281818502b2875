class Bmt < Formula
  desc "${summary}"
  homepage "${homepage}"
  url "${archives}/bmt-${project.version}.tar.gz"
  sha256 "${tar.gz.sha256}"
  license "Apache-2.0"

  depends_on "openjdk@25"

  def install
    rm "bin/bmt.cmd"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/bmt"
    zsh_completion.install "share/zsh/site-functions/_bmt"
    libexec.install Dir["*"]
    (bin/"bmt").write_env_script libexec/"bin/bmt", Language::Java.overridable_java_home_env("25")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/bmt --version")
  end
end

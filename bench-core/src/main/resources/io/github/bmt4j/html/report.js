(() => {
  'use strict';
  const began = performance.now();
  const root = document.documentElement;
  const main = document.querySelector('main');
  const fail = text => {
    root.dataset.error = text;
    add(main, 'p', 'This page could not be shown in full: ' + text, 'banner');
  };
  addEventListener('error', event => fail(event.message));

  function add(parent, tag, text, name) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (name) element.className = name;
    parent.append(element);
    return element;
  }
  const colour = name => getComputedStyle(root).getPropertyValue('--' + name).trim();
  const number = value => value == null ? '-'
    : Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en')
    : String(+value.toPrecision(4));
  const percent = inverse => +(100 * (1 - 1 / inverse)).toPrecision(7) + ' %';

  const data = JSON.parse(document.getElementById('data').textContent);
  const severalParts = data.parts.length > 1;
  const charts = data.parts.flatMap(part => part.charts);
  // Charts of different parts are over different times.
  data.parts.forEach((part, i) => part.charts.forEach(chart => {
    if (chart.group) chart.group = i + ' ' + chart.group;
  }));

  /** A heading under the title of the page, or of its part where it has several. */
  const heading = text => add(main, severalParts ? 'h3' : 'h2', text);

  function banner(title, reasons) {
    const box = add(main, 'div', undefined, 'banner');
    box.setAttribute('role', 'alert');
    add(box, 'strong', title);
    const list = add(box, 'ul');
    reasons.forEach(reason => add(list, 'li', reason));
  }

  function grid(parent, table, mark) {
    const box = add(parent, 'div', undefined, 'scroll');
    box.tabIndex = 0;
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', table.title);
    const element = add(box, 'table');
    const head = add(add(element, 'thead'), 'tr');
    table.head.forEach(text => add(head, 'th', text).scope = 'col');
    const body = add(element, 'tbody');
    table.rows.forEach((row, i) => {
      const line = add(body, 'tr', undefined, mark && mark(i) ? 'differs' : '');
      row.forEach((text, column) => {
        const cell = add(line, 'td', text,
          ['better', 'worse', 'VALID', 'INVALID', 'FAILED'].includes(text) ? text
            : mark && column > 1 ? 'value' : '');
        if (table.bars && column === table.bars.column && +text > 0) {
          const longest = Math.max(...table.rows.map(one => +one[column]));
          add(cell, 'i', undefined, i < table.bars.own ? 'bar own' : 'bar')
            .style.width = 12 * text / longest + 'em';
        }
      });
    });
  }

  const status = one => one.status === 'VALID' && one.failed.length ? 'FAILED' : one.status;

  const worst = results =>
    ['INVALID', 'FAILED'].find(word => results.map(status).includes(word));

  /** Title, summary and a list of the parts. */
  function head() {
    const all = data.parts.flatMap(part => part.results);
    const bad = worst(all);
    const title = data.title || (all.length === 1 ? all[0].title : all.length + ' results');
    document.title = (bad ? bad + ': ' : '') + title + ' - bmt report';
    add(main, 'h1', title);
    if (data.summary) add(main, 'pre', data.summary);
    if (!severalParts) return;
    const list = add(main, 'ul', undefined, 'parts');
    data.parts.forEach((part, i) => {
      const item = add(list, 'li');
      const verdict = worst(part.results) || 'VALID';
      add(item, 'a', part.title).href = '#part' + i;
      add(item, 'span', ' ' + verdict, verdict);
    });
  }

  function summary(data) {
    const alone = data.results.length === 1;
    data.results.forEach(one => {
      const name = alone ? '' : one.name + ' (' + one.id + ') ';
      if (one.status === 'INVALID') {
        banner(name + 'INVALID: do not use these figures', one.reasons);
      }
      if (one.failed.length) banner(name + 'FAILED', one.failed);
    });
    grid(main, {
      title: 'Results',
      head: ['', 'result', 'verdict', 'began (UTC)', 'kind', 'what ran on what'],
      rows: data.results.map(one =>
        [alone ? '' : one.name, one.id, status(one), one.began, one.kind, one.title])
    });
    const notes = new Set(data.results.flatMap(one => one.notes));
    notes.forEach(note => add(main, 'p', 'Note: ' + note, 'dim'));
    if (data.obstacles && data.obstacles.length) {
      banner('Not compared: these figures must not be held against each other', data.obstacles);
    }
    const comparisons = data.comparisons || [];
    if (data.ranking) {
      heading('Ranking');
      add(main, 'pre', data.ranking);
    }
    comparisons.forEach(one => {
      heading(one.table.title);
      add(main, 'p', one.order, 'dim');
      grid(main, one.table);
    });
    if (!comparisons.length && data.figures.rows.length) {
      heading(data.figures.title);
      grid(main, data.figures);
    }
    if (data.published) {
      heading(data.published.title);
      grid(main, data.published);
      add(main, 'p', 'Measured by others, on other machines with other versions. ' + data.source, 'dim');
    }
  }

  const plots = [];

  const grouped = plot =>
    plots.filter(one => one === plot || plot.group && one.group === plot.group);

  /** Zooms all charts of a group. */
  const zoom = (plot, min, max) =>
    grouped(plot).forEach(one => one.u.setScale('x', {min, max}));

  /** Moves or widens what is shown by shares of its width. */
  function change(plot, left, right) {
    const log = plot.chart.axis !== 'linear';
    const to = log ? Math.log : x => x;
    const back = log ? Math.exp : x => x;
    const {min, max} = plot.u.scales.x;
    const width = to(max) - to(min);
    zoom(plot, back(to(min) + left * width), back(to(max) + right * width));
  }
  const whole = plot => grouped(plot).forEach(one => {
    const x = one.u.data[0];
    one.u.setScale('x', {min: x[0], max: x[x.length - 1]});
  });

  /** The lower edge of a row of a heat map, in ms. */
  const edge = (heat, row) => 10 ** ((heat.lowest + row) / heat.perDecade);

  /** Colours from few to many operations. */
  function shades() {
    const stops = ['h0', 'h1', 'h2'].map(name =>
      colour(name).match(/\w\w/g).map(part => parseInt(part, 16)));
    return Array.from({length: 64}, (unused, i) => {
      const from = i < 32 ? 0 : 1;
      const share = i / 31.5 - from;
      return 'rgb(' + stops[from].map((value, part) =>
        Math.round(value + share * (stops[from + 1][part] - value))).join() + ')';
    });
  }

  /** The least and the most operations a second of a cell that has any, in all heat maps. */
  let least = Infinity;
  let most = 0;
  charts.flatMap(chart => chart.heat || []).forEach(heat =>
    heat.columns.forEach(([, ...counts], column) => counts.filter(count => count).forEach(count => {
      least = Math.min(least, count / heat.seconds[column]);
      most = Math.max(most, count / heat.seconds[column]);
    })));

  function cells(u, heat) {
    const colours = shades();
    const ends = Array.from({length: heat.rows + 1}, (unused, row) =>
      Math.round(u.valToPos(edge(heat, row), 'y', true)));
    heat.columns.forEach(([first, ...counts], column) => {
      const left = Math.floor(u.valToPos(column * heat.step, 'x', true));
      const right = Math.ceil(u.valToPos((column + 1) * heat.step, 'x', true));
      counts.forEach((count, i) => {
        if (!count) return;
        const share = most > least
          ? Math.log(count / heat.seconds[column] / least) / Math.log(most / least) : 1;
        u.ctx.fillStyle = colours[Math.round(share * 63)];
        const top = ends[first + i + 1];
        u.ctx.fillRect(left, top, right - left, ends[first + i] - top);
      });
    });
  }

  /** The colour scale, which all heat maps share. */
  function key(parent) {
    const line = add(parent, 'p', undefined, 'dim key');
    add(line, 'span', 'OK operations/s in a cell: ' + number(least));
    add(line, 'i');
    add(line, 'span', number(most) + ' (logarithmic)');
  }

  /** What the cell under the cursor has. */
  function here(u, heat) {
    const [first, ...counts] = heat.columns[u.cursor.idx] || [0];
    const row = Math.floor(heat.perDecade * Math.log10(u.posToVal(u.cursor.top, 'y'))) - heat.lowest;
    return number((counts[row - first] || 0) / heat.seconds[u.cursor.idx]) + ' operations/s here';
  }

  function behind(u, chart) {
    const {ctx, bbox} = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    if (chart.heat) cells(u, chart.heat);
    chart.bands.forEach(band => {
      const from = u.valToPos(band.from, 'x', true);
      ctx.fillStyle = colour('band');
      ctx.fillRect(from, bbox.top, u.valToPos(band.to, 'x', true) - from, bbox.height);
      ctx.fillStyle = colour('bad');
      ctx.font = 12 * devicePixelRatio + 'px system-ui';
      ctx.textAlign = 'left';
      ctx.textBaseline = 'top';
      ctx.fillText(band.label, from + 4, bbox.top + 4);
    });
    ctx.restore();
  }

  function series(chart) {
    const words = chart.axis === 'percentile' ? percent : number;
    const all = [{label: chart.x, value: (u, value) => value == null ? '-' : words(value)}];
    let shown = 0;
    chart.plots.flatMap(plot => plot.lines).forEach(line => {
      const at = line.side ?? shown;
      shown++;
      all.push({
        label: line.label,
        stroke: () => colour(line.invalid ? 'bad' : 's' + at % 8),
        width: line.invalid ? 0 : 1.5,
        dash: at % 3 && chart.plots[0].x.length < 500 ? [8 / (at % 3), 3] : undefined,
        paths: line.invalid || chart.heat ? () => null : undefined,
        points: line.invalid ? {show: true, size: 11} : chart.heat ? {show: false} : {},
        value: (u, value) =>
          number(value) + (chart.heat && value != null ? ', ' + here(u, chart.heat) : '')
      });
    });
    return all;
  }

  /** 1, 2 and 5 of each decade, where there are few. */
  function marks(heat) {
    const low = edge(heat, 0);
    const high = edge(heat, heat.rows);
    const all = [];
    for (let decade = Math.floor(Math.log10(low)); decade <= Math.log10(high); decade++) {
      (high / low > 1e3 ? [1] : [1, 2, 5]).forEach(digit => all.push(+(digit + 'e' + decade)));
    }
    return all.filter(value => value >= low && value <= high);
  }

  function options(chart, box) {
    const axis = extra => Object.assign({
      stroke: () => colour('fg'),
      grid: {stroke: () => colour('line'), width: 1},
      ticks: {stroke: () => colour('line'), width: 1}
    }, extra);
    const words = chart.axis === 'percentile' ? percent : number;
    const heat = chart.heat;
    const label = (u, values) => values.map(value => value == null ? '' : words(value));
    return {
      width: box.clientWidth,
      height: 260,
      scales: {
        x: heat ? {time: false, range: (u, min, max) => {
          const x = chart.plots[0].x;
          return min === x[0] && max === x[x.length - 1] ? [0, x.length * heat.step] : [min, max];
        }}
          : chart.axis === 'linear' ? {time: false}
          : {time: false, distr: 3, log: chart.axis === 'log2' ? 2 : 10,
            range: (u, min, max) => min < max ? [min, max] : [min / 2, max * 2]},
        y: heat ? {distr: 3, range: () => [edge(heat, 0), edge(heat, heat.rows)]}
          : chart.logarithmic ? {distr: 3}
          : {range: (u, min, max) => [Math.min(0, min ?? 0), max > 0 ? max * (chart.bands.length ? 1.2 : 1.05) : 1]}
      },
      axes: [
        axis({label: chart.x, values: label, space: 60}),
        axis({label: chart.y, size: 62,
          ...(heat ? {splits: () => marks(heat), filter: (u, splits) => splits} : {}),
          values: (u, values) => values.map(value => value == null ? '' : number(value))})
      ],
      series: series(chart),
      cursor: chart.group ? {sync: {key: chart.group}} : {},
      hooks: {drawClear: [u => behind(u, chart)]}
    };
  }

  function keys(plot, event) {
    const u = plot.u;
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step && event.shiftKey) change(plot, step * .25, step * .25);
    else if (step) {
      const x = u.data[0];
      const {min, max} = u.scales.x;
      let at = u.cursor.idx == null ? x.findIndex(value => value >= min) : u.cursor.idx + step;
      at = Math.max(0, Math.min(x.length - 1, at));
      if (x[at] >= min && x[at] <= max) {
        const y = plot.chart.heat && u.data[1][at];
        u.setCursor({left: u.valToPos(x[at], 'x'), top: y ? u.valToPos(y, 'y') : 10});
      }
    } else if (event.key === '+') change(plot, .25, -.25);
    else if (event.key === '-') change(plot, -.5, .5);
    else if (event.key === '0' || event.key === 'Escape') whole(plot);
    else return;
    event.preventDefault();
  }

  function draw(chart) {
    const figure = add(main, 'figure');
    const caption = add(figure, 'figcaption');
    add(caption, 'h3', chart.title);
    const buttons = add(caption, 'div');
    const box = add(figure, 'div');
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', chart.title + ', chart: arrows move the cursor, '
      + 'shift and arrows move the view, plus and minus zoom, 0 shows all');
    const tables = chart.plots.map(plot => [plot.x, ...plot.lines.map(line => line.y)]);
    const joined = tables.length === 1 ? tables[0] : uPlot.join(tables);
    const plot = {chart, group: chart.group, box};
    plot.u = new uPlot(options(chart, box), joined, box);
    plots.push(plot);
    if (chart.heat) key(figure);
    const button = (text, label, action) => {
      const one = add(buttons, 'button', text);
      one.setAttribute('aria-label', label + ': ' + chart.title);
      one.title = label;
      one.addEventListener('click', action);
    };
    button('◀', 'earlier', () => change(plot, -.25, -.25));
    button('▶', 'later', () => change(plot, .25, .25));
    button('+', 'zoom in', () => change(plot, .25, -.25));
    button('−', 'zoom out', () => change(plot, -.5, .5));
    button('all', 'show all', () => whole(plot));
    box.addEventListener('keydown', event => keys(plot, event));
  }

  function timeline(one) {
    const figure = add(main, 'figure');
    add(add(figure, 'figcaption'), 'h3', one.title);
    const at = ms => 100 * (ms - one.from) / (one.to - one.from) + '%';
    one.lanes.forEach(lane => {
      const row = add(figure, 'div', undefined, 'lane');
      add(row, 'span', lane.label);
      const track = add(row, 'div', undefined, 'track');
      const out = add(track, 'div', undefined, lane.open ? 'out open' : 'out');
      out.style.left = at(lane.from);
      out.style.width = 100 * ((lane.open ? one.to : lane.to) - lane.from) / (one.to - one.from) + '%';
      add(track, 'div', undefined, 'fault').style.left = at(0);
    });
    add(figure, 'p', 'Shaded: out. Dashed line: the fault, at 0 ms.', 'dim');
    grid(figure, {
      title: one.title + ', outages',
      head: ['out', 'from, ms', 'to, ms', 'length, ms'],
      rows: one.lanes.map(lane => [lane.label, number(lane.from),
        lane.open ? 'had not recovered' : number(lane.to),
        (lane.open ? 'at least ' : '') + number(lane.to - lane.from)])
    });
    grid(figure, {
      title: one.title + ', events',
      head: ['at, ms', 'event'],
      rows: one.marks.map(mark => [number(mark.at), mark.label])
    });
  }

  function conditions(data) {
    const box = add(main, 'details');
    const differing = data.conditions.filter(one => one.differs).length;
    const several = data.results.length > 1;
    box.open = several && (differing > 0 || !severalParts);
    add(box, 'summary', 'Environment and settings'
      + (several ? ': ' + (differing || 'none') + ' of ' + data.conditions.length + ' differ' : ''));
    const rows = data.conditions.filter(one => one.differs)
      .concat(data.conditions.filter(one => !one.differs));
    grid(box, {
      title: 'Environment and settings',
      head: ['', 'setting', ...(several ? data.sides : ['value'])],
      rows: rows.map(one => [one.differs ? '≠' : '', one.key, ...one.values])
    }, i => rows[i].differs);
  }

  const redraw = () => plots.forEach(plot => plot.u.redraw(false));
  const fit = width => plots.forEach(plot =>
    plot.u.setSize({width: width || plot.box.clientWidth, height: 260}));

  /** All of a part, in its order. */
  function show(part, i) {
    if (severalParts) {
      const title = add(main, 'h2', part.title, 'part');
      title.id = 'part' + i;
    }
    summary(part);
    if (part.timelines.length) heading('Timeline');
    part.timelines.forEach(timeline);
    if (part.charts.length) {
      heading('Charts');
      add(main, 'p', 'Drag to zoom, double-click to show all; charts over the same time '
        + 'share cursor and zoom. Keys: arrows, shift and arrows, +, -, 0.', 'dim keys');
    }
    part.charts.forEach(draw);
    part.grids.forEach(one => {
      heading(one.title);
      grid(main, one);
    });
    heading('In full');
    conditions(part);
    part.results.forEach(one => {
      const box = add(main, 'details');
      add(box, 'summary', 'Result ' + one.id + ' as text');
      add(box, 'pre', one.text);
    });
  }

  head();
  data.parts.forEach(show);
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth !== width) fit();
    width = innerWidth;
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  addEventListener('beforeprint', () => {
    root.classList.add('print');
    document.querySelectorAll('details').forEach(one => { one.open = true; });
    fit(680);
  });
  addEventListener('afterprint', () => {
    root.classList.remove('print');
    fit();
  });
  requestAnimationFrame(() => {
    root.dataset.drawn = plots.filter(plot => plot.u.status === 1).length;
    root.dataset.millis = Math.round(performance.now());
    root.dataset.scriptMillis = Math.round(performance.now() - began);
  });
})();

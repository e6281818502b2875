(() => {
  'use strict';
  const began = performance.now();
  const root = document.documentElement;
  const main = document.querySelector('main');
  addEventListener('error', event => {
    root.dataset.error = event.message;
    add(main, 'p', 'This page could not be shown in full: ' + event.message, 'banner');
  });

  function add(parent, tag, text, name) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (name) element.className = name;
    parent.append(element);
    return element;
  }
  function draw(parent, tag, attributes, text) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  }
  const colour = name => getComputedStyle(root).getPropertyValue('--' + name).trim();
  const number = value => value == null ? '-'
    : Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en')
    : String(+value.toPrecision(4));
  /** A time as people say it: 4.59 ms, 126 ms, 6.5 s. */
  const duration = ms => Math.abs(ms) < 100 ? +ms.toPrecision(3) + ' ms'
    : Math.abs(ms) < 1000 ? Math.round(ms) + ' ms'
    : Math.abs(ms) < 1e5 ? (ms / 1000).toFixed(1) + ' s' : number(ms / 1000) + ' s';
  const percent = inverse => +(100 * (1 - 1 / inverse)).toPrecision(7) + ' %';
  const median = values => {
    const sorted = values.filter(value => value != null).sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  };
  const WORDS = ['better', 'worse', 'open', 'VALID', 'INVALID', 'FAILED'];

  const page = JSON.parse(document.getElementById('data').textContent);
  const every = pieces => pieces.flatMap(piece => [piece, ...every(piece.pieces || [])]);
  const charts = every(page.pieces).filter(piece => piece.type === 'chart');

  // ---- words and tables

  function grid(parent, piece) {
    if (piece.title && !piece.marked && piece.heading !== false) add(parent, 'h3', piece.title);
    const box = add(parent, 'div', undefined, 'scroll');
    box.tabIndex = 0;
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', piece.title || 'Table');
    const element = add(box, 'table');
    const right = column => piece.columns && !piece.columns[column].left ? 'right' : '';
    const head = add(add(element, 'thead'), 'tr');
    piece.head.forEach((text, column) => add(head, 'th', text, right(column)).scope = 'col');
    const body = add(element, 'tbody');
    piece.rows.forEach((row, i) => {
      const marked = piece.marked && piece.marked[i];
      const line = add(body, 'tr', undefined, marked ? 'differs' : '');
      row.forEach((text, column) => {
        const cell = add(line, 'td', text,
          WORDS.includes(text) && piece.head[column] === 'verdict' ? text : piece.marked && column ? 'value' : right(column));
        if (piece.shades && piece.shades[i][column]) cell.classList.add('heat' + piece.shades[i][column]);
        if (piece.bars && column === piece.bars.column && +text > 0) {
          const longest = Math.max(...piece.rows.map(one => +one[column] || 0));
          add(cell, 'i', undefined, i < piece.bars.own ? 'bar own' : 'bar')
            .style.width = 12 * text / longest + 'em';
        }
      });
    });
    box.fit = room => fitted(box, element, piece.columns || [], room);
    tables.push(box);
    return box;
  }

  /** Tables that are wider than the page show their main columns, the others on demand. */
  const tables = [];
  function fitted(box, table, columns, room) {
    if (!room || box.whole) return;
    const cells = [...table.rows].map(row => [...row.cells]);
    cells.flat().forEach(cell => { cell.hidden = false; });
    table.classList.remove('tight');
    table.classList.toggle('tight', table.offsetWidth > room);
    const ranks = [...new Set(columns.map(column => column.rank))].sort((a, b) => b - a);
    let hidden = 0;
    ranks.filter(rank => rank > 0).forEach(rank => {
      if (table.offsetWidth <= room) return;
      columns.forEach((column, i) => {
        if (column.rank !== rank) return;
        hidden++;
        cells.forEach(row => { row[i].hidden = true; });
      });
    });
    // Nothing is cut off, a verdict least of all: on a telephone it stands beside the first figures.
    for (let i = columns.length - 1; i > 1 && table.offsetWidth > room; i--) {
      if (columns[i].title === 'verdict' || cells[0][i].hidden) continue;
      hidden++;
      cells.forEach(row => { row[i].hidden = true; });
    }
    if (hidden && !box.more) {
      box.more = add(box.parentNode, 'button');
      box.after(box.more);
      box.more.addEventListener('click', () => {
        box.whole = true;
        cells.flat().forEach(cell => { cell.hidden = false; });
        box.more.remove();
      });
    }
    if (box.more) {
      box.more.hidden = !hidden;
      box.more.textContent = hidden + (hidden === 1 ? ' more column' : ' more columns');
    }
  }

  function facts(parent, piece) {
    grid(parent, {
      title: 'Facts', heading: false, head: ['', ''],
      rows: piece.facts.map(fact => [fact.label, fact.text.trim()])
    });
  }

  function banner(parent, piece) {
    const box = add(parent, 'div', undefined, 'banner');
    box.setAttribute('role', 'alert');
    add(box, 'strong', piece.title);
    const list = add(box, 'ul');
    piece.lines.forEach(line => add(list, 'li', line));
  }

  function sure(parent, piece) {
    const line = add(parent, 'p', undefined, 'what');
    piece.chips.forEach(chip => add(line, 'span', chip.text, 'chip ' + chip.tone));
    add(line, 'span', piece.text);
  }

  function cards(parent, piece) {
    const box = add(parent, 'div', undefined, 'cards');
    piece.cards.forEach(card => {
      const one = add(box, 'div', undefined, 'card');
      add(one, 'span', card.label);
      add(one, 'b', card.value);
      if (card.small) add(one, 'span', card.small);
    });
  }

  function findings(parent, piece) {
    piece.findings.forEach(finding => {
      const box = add(parent, 'div', undefined, 'find');
      add(box, 'b', finding.seen);
      if (finding.evidence) add(box, 'span', 'Evidence here: ' + finding.evidence);
      if (finding.trying) add(box, 'span', 'Try: ' + finding.trying + '. Not tried in this result.');
    });
  }

  function folded(parent, piece) {
    const box = add(parent, 'details', undefined, 'noprint');
    add(box, 'summary', piece.title);
    show(box, piece.pieces);
  }

  function key(parent, entries) {
    const line = add(parent, 'p', undefined, 'key');
    entries.forEach(([tone, text]) => {
      const entry = add(line, 'span');
      add(entry, 'i', undefined, tone);
      entry.append(text);
    });
  }

  // ---- the change of each figure, on a scale of ratios: half is as far from "same" as double

  const RATIOS = [.5, 2, .75, 1.5, .9, 1.1, .25, 4, .95, 1.05, .1, 10, .99, 1.01, .98, 1.02, .05, 20];
  const change = ratio => ratio === 1 ? 'same'
    : (ratio > 1 ? '+' : '−') + Math.abs(Math.round(100 * (ratio - 1))) + ' %';
  const shade = row => row.verdict === 'better' || row.verdict === 'worse' ? row.verdict : 'unknown';

  function intervals(parent, piece) {
    const ends = piece.rows.filter(row => row.change != null)
      .flatMap(row => [1 + row.low / 100, 1 + row.high / 100]);
    const narrow = add(parent, 'div', undefined, ends.length ? 'narrow' : '');
    grid(narrow, {title: piece.title, heading: false,
      head: ['figure', 'verdict', 'change', piece.a + ' → ' + piece.b],
      rows: piece.rows.map(row =>
        [row.figure, row.verdict, row.shown, row.valueA + ' → ' + row.valueB])});
    if (!ends.length) return;
    const bound = ratio => Math.min(20, Math.max(.05, ratio));
    const least = bound(Math.min(.99, ...ends)) * .97;
    const most = bound(Math.max(1.01, ...ends)) * 1.03;
    const at = ratio => 225 + 335 * Math.log(bound(ratio) / least) / Math.log(most / least);
    const bottom = 24 + 30 * piece.rows.length;
    const wide = add(parent, 'div', undefined, 'wide');
    const svg = draw(wide, 'svg', {viewBox: '0 0 980 ' + (bottom + 24), role: 'img',
      'aria-label': piece.title});
    draw(svg, 'text', {x: 590, y: 13, class: 'dim'}, short(piece.a, 14) + ' → ' + short(piece.b, 14));
    draw(svg, 'text', {x: 870, y: 13, class: 'dim', 'text-anchor': 'end'}, 'change');
    draw(svg, 'text', {x: 890, y: 13, class: 'dim'}, 'verdict');
    [1, ...RATIOS].filter(ratio => ratio >= least && ratio <= most)
      .reduce((kept, ratio) => kept.every(one => Math.abs(at(one) - at(ratio)) > 52)
        ? [...kept, ratio] : kept, [])
      .forEach(ratio => {
        draw(svg, 'line', {x1: at(ratio), x2: at(ratio), y1: 18, y2: bottom,
          class: ratio === 1 ? 'zero' : 'grid'});
        draw(svg, 'text', {x: at(ratio), y: bottom + 17, 'text-anchor': 'middle', class: 'dim'},
          change(ratio));
      });
    piece.rows.forEach((row, i) => {
      const y = 38 + 30 * i;
      const name = draw(svg, 'text', {x: 0, y: y + 4}, short(row.figure, 31));
      draw(name, 'title', {}, row.figure);
      if (row.change != null) {
        draw(svg, 'line', {x1: at(1 + row.low / 100), x2: at(1 + row.high / 100), y1: y, y2: y,
          class: shade(row), 'stroke-width': 5, 'stroke-linecap': 'round', opacity: .45});
        draw(svg, 'circle', {cx: at(1 + row.change / 100), cy: y, r: 6, class: shade(row)});
      }
      draw(svg, 'text', {x: 590, y: y + 4}, row.valueA + ' → ' + row.valueB);
      draw(svg, 'text', {x: 870, y: y + 4, 'text-anchor': 'end'}, row.shown);
      draw(svg, 'text', {x: 890, y: y + 4, class: shade(row), 'stroke-width': 0}, row.verdict);
    });
  }
  const short = (text, most) => text.length > most ? text.slice(0, most - 1) + '…' : text;

  // ---- a length and its parts; what happened around a moment

  function bar(parent, piece) {
    const figure = add(parent, 'figure');
    figure.setAttribute('aria-label', piece.title);
    const box = add(figure, 'div', undefined, 'segments');
    piece.segments.forEach(one => { add(box, 'i', undefined, one.tone).style.flex = one.millis + ' 0 0'; });
    key(figure, [...piece.segments.map(one => [one.tone, duration(one.millis) + ' ' + one.label]),
      ['', '= ' + duration(piece.totalMillis) + ' ' + piece.title]]);
  }

  function step(width) {
    const power = 10 ** Math.floor(Math.log10(width));
    return [1, 2, 5, 10].map(one => one * power).find(one => width <= one);
  }

  function timeline(parent, piece) {
    const figure = add(parent, 'figure');
    add(add(figure, 'figcaption'), 'h3', piece.title);
    const length = piece.to - piece.from;
    const at = ms => 100 * (Math.min(piece.to, Math.max(piece.from, ms)) - piece.from) / length;
    const each = step(length / 6);
    const ticks = [];
    for (let ms = Math.ceil(piece.from / each) * each; ms <= piece.to; ms += each) ticks.push(ms);
    const seconds = length > 8000;
    const lane = (label, name) => {
      const row = add(figure, 'div', undefined, 'lane' + name);
      add(row, 'span', label);
      return add(row, 'div', undefined, 'track');
    };
    const fault = track => { add(track, 'i', undefined, 'fault').style.left = at(0) + '%'; };
    piece.lanes.forEach(one => {
      const track = lane(one.label, '');
      ticks.forEach(ms => { add(track, 'i', undefined, 'tick').style.left = at(ms) + '%'; });
      one.spans.forEach(span => {
        const to = span.open ? piece.to : span.to;
        const box = add(track, 'i', undefined, 'span ' + span.tone + (span.open ? ' open' : ''));
        box.style.left = at(span.from) + '%';
        box.style.width = at(to) - at(span.from) + '%';
        box.title = span.what + ', ' + duration(span.from) + ' to '
          + (span.open ? 'the end: not over' : duration(span.to));
      });
      fault(track);
    });
    const axis = lane(seconds ? 's from the ' + piece.zero : 'ms from the ' + piece.zero, ' axis');
    ticks.forEach(ms => {
      add(axis, 'b', number(seconds ? ms / 1000 : ms)).style.left = at(ms) + '%';
    });
    piece.marks.forEach(mark => {
      const line = add(axis, 'i', undefined, 'moment');
      line.style.left = at(mark.at) + '%';
      line.title = duration(mark.at) + ': ' + mark.what;
    });
    const spans = piece.lanes.flatMap(one => one.spans);
    const kinds = [...new Set(spans.map(span => span.tone + ' ' + span.what))];
    if (kinds.length <= 8) {
      key(figure, kinds.map(kind => ['span ' + kind.split(' ')[0], kind.slice(kind.indexOf(' ') + 1)]));
    }
    add(figure, 'p', 'Dashed line: the ' + piece.zero + '. '
      + piece.marks.map(mark => duration(mark.at) + ' ' + mark.what).join(' · '), 'dim');
    folded(figure, {title: 'Events of this timeline', pieces: [{type: 'grid',
      title: piece.title + ', events', heading: false,
      head: ['ms from the ' + piece.zero, 'what', ''],
      rows: piece.marks.map(mark => [number(mark.at), mark.what, mark.text])}]});
  }

  // ---- charts

  const plots = [];

  const grouped = plot =>
    plots.filter(one => one === plot || plot.group && one.group === plot.group);

  /** Zooms all charts of a group. */
  const zoom = (plot, min, max) =>
    grouped(plot).forEach(one => one.u.setScale('x', {min, max}));

  /** Moves or widens what is shown by shares of its width. */
  function move(plot, left, right) {
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
      ctx.fillRect(from, bbox.top, Math.max(devicePixelRatio, u.valToPos(band.to, 'x', true) - from), bbox.height);
      ctx.fillStyle = colour('bad');
      ctx.font = 12 * devicePixelRatio + 'px system-ui';
      ctx.textAlign = 'left';
      ctx.textBaseline = 'top';
      const end = bbox.left + bbox.width - ctx.measureText(band.label).width - 4;
      ctx.fillText(band.label, Math.min(from + 4, end), bbox.top + 4);
    });
    ctx.restore();
  }

  const lines = chart => chart.plots.flatMap(plot => plot.lines);
  const longest = chart => Math.max(...lines(chart).map(line => line.label.length));
  const MOST_NAMES = 6;
  const named = chart => !chart.heat && innerWidth > 640
    && lines(chart).length > 1 && lines(chart).length <= MOST_NAMES
    && longest(chart) <= 17;
  const ink = (line, i) => colour(line.invalid ? 'bad' : 's' + ((line.side ?? i + 1) % 8));

  /** The name of each line at its end, one below the other. */
  function ends(u, chart) {
    if (!named(chart)) return;
    const names = lines(chart).map((line, i) => {
      const values = u.data[u.series.findIndex(one => one.name === i)];
      let end = values.length - 1;
      while (end > 0 && (values[end] == null || u.data[0][end] > u.scales.x.max)) end--;
      return {text: line.label, colour: ink(line, i), y: u.valToPos(values[end] ?? 0, 'y', true)};
    }).sort((a, b) => a.y - b.y);
    const height = 15 * devicePixelRatio;
    names.forEach((one, i) => { if (i) one.y = Math.max(one.y, names[i - 1].y + height); });
    const bottom = u.bbox.top + u.bbox.height;
    names.reverse().forEach((one, i) => {
      one.y = Math.min(one.y, i ? names[i - 1].y - height : bottom);
    });
    u.ctx.font = '600 ' + 12 * devicePixelRatio + 'px system-ui';
    u.ctx.textAlign = 'left';
    u.ctx.textBaseline = 'middle';
    names.forEach(one => {
      u.ctx.fillStyle = one.colour;
      u.ctx.fillText(one.text, u.bbox.left + u.bbox.width + 6 * devicePixelRatio, one.y);
    });
  }

  /** The columns of a chart: each line, and behind it the range of the runs of which it is. */
  function columns(chart) {
    const series = [{}];
    const bands = [];
    let index = 0;
    const tables = chart.plots.map(plot => [plot.x, ...plot.lines.flatMap(line => {
      const i = index++;
      const paths = line.invalid || chart.heat ? () => null : undefined;
      const words = value => value != null && chart.y === 'ms' ? duration(value) : number(value);
      series.push({
        name: i,
        label: line.label,
        stroke: () => ink(line, i),
        width: line.invalid ? 0 : 2,
        dash: line.label.endsWith('(INVALID)') ? [6, 4] : undefined,
        paths,
        points: line.invalid ? {show: true, size: 11} : {show: !chart.heat && plot.x.length < 3},
        value: (u, value, at, point) => point == null
          ? (/^time/.test(chart.x) ? 'median ' + words(median(line.y)) : '')
          : words(value) + (line.low && value != null
            ? ' (' + number(u.data[at + 1][point]) + ' to ' + number(u.data[at + 2][point]) + ')' : '')
            + (chart.heat && value != null ? ', ' + here(u, chart.heat) : '')
      });
      if (!line.low) return [line.y];
      const at = series.length;
      [0, 1].forEach(() => series.push({label: '', range: true, stroke: 'transparent', width: 0,
        points: {show: false}, value: () => ''}));
      bands.push({series: [at + 1, at], fill: () => ink(line, i) + '2e'});
      return [line.y, line.low, line.high];
    })]);
    return {series, bands, data: tables.length === 1 ? tables[0] : uPlot.join(tables)};
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

  /** The steps of a sweep, as many as have room. */
  function steps(u) {
    let last = -Infinity;
    return u.data[0].filter(value => {
      const at = u.valToPos(value, 'x');
      if (at < last + 44) return false;
      last = at;
      return true;
    });
  }

  const WHOLE = [.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 36000];

  function options(chart, box, parts) {
    const axis = extra => Object.assign({
      stroke: () => colour('fg'),
      grid: {stroke: () => colour('line'), width: 1},
      ticks: {stroke: () => colour('line'), width: 1}
    }, extra);
    const words = chart.axis === 'percentile' ? percent : number;
    const heat = chart.heat;
    const time = /^time.*, s\b/.test(chart.x);
    const label = (u, values) => values.map(value => value == null ? '' : words(value));
    const x = chart.plots[0].x;
    parts.series[0] = {label: chart.x, value: (u, value) => value == null ? '' : words(value)};
    return {
      width: box.clientWidth,
      height: height(),
      padding: [null, named(chart) ? 12 + 8 * longest(chart) : null, null, null],
      scales: {
        x: heat ? {time: false, range: (u, min, max) =>
          min === x[0] && max === x[x.length - 1] ? [0, x.length * heat.step] : [min, max]}
          : chart.axis === 'linear' ? {time: false, range: (u, min, max) =>
            time && min === u.data[0][0] ? [0, max] : min < max ? [min, max] : [min - 1, max + 1]}
          : {time: false, distr: 3, log: chart.axis === 'log2' ? 2 : 10,
            range: (u, min, max) => min < max ? [min, max] : [min / 2, max * 2]},
        y: heat ? {distr: 3, range: () => [edge(heat, 0), edge(heat, heat.rows)]}
          : chart.logarithmic ? {distr: 3}
          : {range: (u, min, max) => [Math.min(0, min ?? 0), max > 0 ? max * (chart.bands.length ? 1.2 : 1.05) : 1]}
      },
      axes: [
        axis({label: chart.x, values: label, space: 60, ...(time ? {incrs: WHOLE} : {}),
          ...(chart.axis === 'log2' ? {splits: steps, filter: (u, splits) => splits} : {})}),
        axis({label: chart.y, size: 62,
          ...(heat ? {splits: () => marks(heat), filter: (u, splits) => splits} : {}),
          values: (u, values) => values.map(value => value == null ? '' : number(value))})
      ],
      series: parts.series,
      bands: parts.bands,
      cursor: chart.group ? {sync: {key: chart.group}} : {},
      hooks: {
        drawClear: [u => behind(u, chart)],
        draw: [u => ends(u, chart)],
        setCursor: [u => u.root.classList.toggle('idle', u.cursor.idx == null)]
      }
    };
  }
  const height = () => root.classList.contains('print') ? 170 : innerWidth > 640 ? 250 : 210;

  function keys(plot, event) {
    const u = plot.u;
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step && event.shiftKey) move(plot, step * .25, step * .25);
    else if (step) {
      const x = u.data[0];
      const {min, max} = u.scales.x;
      let at = u.cursor.idx == null ? x.findIndex(value => value >= min) : u.cursor.idx + step;
      at = Math.max(0, Math.min(x.length - 1, at));
      if (x[at] >= min && x[at] <= max) {
        const y = plot.chart.heat && u.data[1][at];
        u.setCursor({left: u.valToPos(x[at], 'x'), top: y ? u.valToPos(y, 'y') : 10});
      }
    } else if (event.key === '+') move(plot, .25, -.25);
    else if (event.key === '-') move(plot, -.5, .5);
    else if (event.key === '0' || event.key === 'Escape') whole(plot);
    else return;
    event.preventDefault();
  }

  function chart(parent, piece) {
    const figure = add(parent, 'figure');
    const caption = add(figure, 'figcaption');
    add(caption, 'h3', piece.title);
    const buttons = add(caption, 'div', undefined, 'wide');
    const box = add(figure, 'div');
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', piece.title + ', chart: arrows move the cursor, '
      + 'shift and arrows move the view, plus and minus zoom, 0 shows all');
    const parts = columns(piece);
    const plot = {chart: piece, group: piece.group && piece.part + ' ' + piece.group, box};
    plots.push(plot);
    plot.u = new uPlot(Object.assign(options(piece, box, parts),
      plot.group ? {cursor: {sync: {key: plot.group}}} : {}), parts.data, box);
    plot.u.root.classList.add('idle');
    box.querySelectorAll('.u-legend tr').forEach((row, i) => {
      if (parts.series[i] && parts.series[i].range) row.style.display = 'none';
    });
    if (piece.heat) {
      key(figure, [['', 'OK operations/s in a cell: ' + number(least)], ['scale', ''],
        ['', number(most) + ' (logarithmic)']]);
      figure.querySelector('.scale').parentNode.replaceWith(figure.querySelector('.scale'));
    }
    const button = (text, label, action) => {
      const one = add(buttons, 'button', text);
      one.setAttribute('aria-label', label + ': ' + piece.title);
      one.title = label;
      one.addEventListener('click', action);
    };
    button('◀', 'earlier', () => move(plot, -.25, -.25));
    button('▶', 'later', () => move(plot, .25, .25));
    button('+', 'zoom in', () => move(plot, .25, -.25));
    button('−', 'zoom out', () => move(plot, -.5, .5));
    button('all', 'show all', () => whole(plot));
    box.addEventListener('keydown', event => keys(plot, event));
  }

  // ---- the page

  const renderers = {
    grid, facts, banner, sure, cards, findings, folded, intervals, bar, timeline, chart,
    what: (parent, piece) => add(parent, 'p', piece.text, 'what'),
    text: (parent, piece) => add(parent, 'p', piece.text, piece.name),
    pre: (parent, piece) => add(parent, 'pre', piece.text),
    heading: (parent, piece) => {
      const title = add(parent, 'h' + piece.level, piece.text, piece.tone);
      if (piece.id) {
        title.id = piece.id;
        title.classList.add('part');
      }
    },
    links: (parent, piece) => {
      const list = add(parent, 'ul', undefined, 'parts');
      piece.links.forEach(link => {
        const item = add(list, 'li');
        add(item, 'a', link.text).href = '#' + link.id;
        add(item, 'span', ' ' + link.verdict, link.verdict);
      });
    }
  };
  const show = (parent, pieces) =>
    pieces.forEach(piece => (renderers[piece.type] || (() => {}))(parent, piece));

  document.title = page.title;
  root.dataset.tone = page.tone;
  show(main, page.pieces);

  const redraw = () => plots.forEach(plot => plot.u.redraw(false));
  const fit = width => plots.forEach(plot => {
    const room = width || plot.box.clientWidth;
    if (room) plot.u.setSize({width: room, height: height()});
  });
  const fitAll = width => {
    fit(width);
    tables.forEach(box => box.fit(width || box.clientWidth));
  };
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth !== width) fitAll();
    width = innerWidth;
  });
  document.addEventListener('toggle', () => fitAll(), true);
  tables.forEach(box => box.fit(box.clientWidth));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  addEventListener('beforeprint', () => {
    root.classList.add('print');
    fitAll(680);
  });
  addEventListener('afterprint', () => {
    root.classList.remove('print');
    fitAll();
  });
  requestAnimationFrame(() => {
    root.dataset.drawn = plots.filter(plot => plot.u.status === 1).length;
    root.dataset.wide = Math.max(0, root.scrollWidth - innerWidth);
    root.dataset.millis = Math.round(performance.now());
    root.dataset.scriptMillis = Math.round(performance.now() - began);
  });
})();

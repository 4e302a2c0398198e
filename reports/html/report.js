'use strict';
// Draws the charts of a report. It is the same in every report; what differs
// lies in the JSON elements of the page. Options name formatters, colours and
// times instead of holding code: this script puts in what they stand for.
(() => {
  const clock = JSON.parse(document.getElementById('clock').textContent);
  const root = document.documentElement;
  const paperWidth = 660; // of a chart in print, in CSS pixels
  const narrow = 560; // screens below this get shorter labels

  // Times. ECharts places ticks by UTC, so the hands of the scenario's clock are
  // handed to it as if they were UTC; where the clock is put forward or back in
  // the span, labels follow the shift.
  const first = clock.dated ? clock.start + clock.shifts[0].offset : 0;
  const toAxis = (t) => (first + t) * 1000;
  const fromAxis = (ms) => ms / 1000 - first;

  function hands(t) {
    if (!clock.dated) return null;
    let offset = 0;
    for (const s of clock.shifts) if (s.t <= t) offset = s.offset;
    return new Date((clock.start + Math.floor(t) + offset) * 1000);
  }

  const two = (n) => String(n).padStart(2, '0');
  const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

  function moment(t, long) {
    const d = hands(t);
    if (!d) {
      const s = Math.floor(t);
      const seconds = long || s % 60 ? ':' + two(s % 60) : '';
      return Math.floor(s / 3600) + ':' + two(Math.floor(s / 60) % 60) + seconds;
    }
    const seconds = long || d.getUTCSeconds() ? ':' + two(d.getUTCSeconds()) : '';
    const time = two(d.getUTCHours()) + ':' + two(d.getUTCMinutes()) + seconds;
    if (!clock.days) return time;
    const day = d.getUTCDate() + ' ' + monthNames[d.getUTCMonth()];
    if (long) return dayNames[d.getUTCDay()] + ' ' + day + ' ' + time;
    return time === '00:00' ? day : time;
  }

  const number = (v) => Number(Number(v).toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 10 }).replace('-', '−');
  // What is provisioned or counted is shown as it was set, in whole units.
  const capacity = (v) => (v < 10 ? number(v) : Math.round(v).toLocaleString('en-US'));
  const cents = (v) => v.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const factor = (v) => number(v) + ' ×';
  const share = (v) => (v < 1 && v >= 0.9995 ? '>99.9%' : v > 0 && v < 1e-5 ? '<0.001%' : number(v * 100) + '%');

  function clip(text, n) {
    const c = Array.from(text);
    if (c.length <= n) return text;
    const tail = Math.floor(n / 3);
    return c.slice(0, n - 1 - tail).join('') + '…' + c.slice(c.length - tail).join('');
  }

  // Names are the user's. Whatever goes into a tooltip is HTML and goes through here.
  const html = (text) => echarts.format.encodeHTML(clip(String(text), 60));
  const row = (color, name, value) =>
    '<tr><td><i style="background:' + color + '"></i>' + html(name) + '</td><td>' + html(value) + '</td></tr>';
  const tip = (head, rows) => '<b>' + html(head) + '</b><table class="tip">' + rows.join('') + '</table>';

  // The formatters that options may name. Each is made for one chart.
  const formatters = {
    moment: () => (ms) => moment(fromAxis(ms)),
    number: () => number,
    name: (el) => (text) => clip(text, el.clientWidth < narrow ? 14 : 36),
    // A narrow chart has room for the time alone; its caption names the rest.
    mark: (el) => (p) => (el.clientWidth < narrow ? p.name.split('  ')[0] : clip(p.name, 90)),
    column: () => (t) => moment(Number(t)),
    lines: (el) => {
      const exact = new Set(Array.from(el.closest('.drawing').querySelectorAll('[data-exact]'), (k) => Number(k.dataset.line)));
      return (points) => tip(moment(fromAxis(points[0].axisValue), true), points
        .filter((p) => p.value[p.encode.y[0]] != null)
        .map((p) => row(p.color, p.seriesName, (exact.has(p.seriesIndex) ? capacity : number)(p.value[p.encode.y[0]]))));
    },
    // A value to the cent, and once more where its point is hollow.
    curves: (el) => {
      const count = el.closest('.drawing').querySelectorAll('button').length;
      const hollow = el.closest('.drawing').querySelector('.hollow')?.parentElement.innerText.trim();
      return (points) => tip(factor(points[0].axisValue), points
        .filter((p) => p.seriesIndex < count && p.value[1 + p.seriesIndex] != null)
        .map((p) => row(p.color, p.seriesName, cents(p.value[1 + p.seriesIndex]) + (p.value[1 + count + p.seriesIndex] == null ? '' : ', ' + hollow))));
    },
    factor: () => factor,
    end: () => (p) => p.data.end,
    cell: (el, option) => (p) => tip(moment(Number(option.xAxis[0].data[p.value[0]]), true),
      [row(p.color, option.yAxis[0].data[p.value[1]], share(p.value[2]))]),
    bars: () => (p) => tip(p.name, [row(p.color, p.seriesName, number(p.value))]),
    // Labels of a heat map stand at round times, at most eight of them.
    round: (el, option) => {
      const times = option.xAxis[0].data;
      const span = times[times.length - 1] - times[0];
      const most = el.clientWidth < narrow ? 4 : 8;
      const steps = [60, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];
      const step = steps.find((s) => span / s <= most) || 1209600;
      const column = times.length > 1 ? times[1] - times[0] : 1;
      return (i, t) => (first + Number(t)) % step < column;
    },
  };
  const formatterKeys = new Set(['formatter', 'labelFormatter', 'interval']);

  // Replaces the names of formatters and colours. It looks at keys that hold
  // nothing else, so a table named like a formatter stays a name.
  function revive(node, el, option, css) {
    for (const [k, v] of Object.entries(node)) {
      if (formatterKeys.has(k) && Object.hasOwn(formatters, v)) node[k] = formatters[v](el, option);
      else if ((k === 'color' || k === 'borderColor') && /^var\(--\w+\)$/.test(v)) node[k] = css(v.slice(4, -1));
      else if (v && typeof v === 'object' && k !== 'data' && k !== 'source') revive(v, el, option, css);
    }
  }

  function reviveTimes(option) {
    const axis = option.xAxis[0];
    if (axis.type !== 'time') return;
    axis.min = toAxis(axis.min);
    axis.max = toAxis(axis.max);
    for (const d of option.dataset || []) for (const r of d.source) r[0] = toAxis(r[0]);
    for (const s of option.series) if (s.markLine) for (const m of s.markLine.data) m.xAxis = toAxis(m.xAxis);
    for (const s of option.series) if (s.markArea) for (const m of s.markArea.data.flat()) m.xAxis = toAxis(m.xAxis);
  }

  function theme(css) {
    const axis = {
      axisLine: { lineStyle: { color: css('--line') } },
      axisTick: { lineStyle: { color: css('--line') } },
      axisLabel: { color: css('--soft'), fontSize: 12 },
      splitLine: { lineStyle: { color: css('--grid') } },
    };
    return {
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      backgroundColor: 'transparent',
      timeAxis: { ...axis, splitLine: { show: false } },
      categoryAxis: { ...axis, splitLine: { show: false }, axisTick: { show: false } },
      valueAxis: { ...axis, axisLine: { show: false }, axisTick: { show: false } },
      line: { emphasis: { disabled: true } },
      bar: { itemStyle: { borderColor: css('--page'), borderWidth: 1 }, emphasis: { disabled: true } },
      tooltip: {
        confine: true, backgroundColor: css('--page'), borderColor: css('--line'),
        textStyle: { color: css('--ink'), fontSize: 13 }, axisPointer: { lineStyle: { color: css('--soft') } },
      },
      dataZoom: {
        brushSelect: false, showDetail: false,
        borderColor: css('--grid'), backgroundColor: 'transparent', fillerColor: css('--veil'),
        handleStyle: { color: css('--page'), borderColor: css('--soft') },
        moveHandleStyle: { color: css('--line') },
        dataBackground: { lineStyle: { color: css('--line') }, areaStyle: { color: css('--grid') } },
        selectedDataBackground: { lineStyle: { color: css('--soft') }, areaStyle: { color: css('--grid') } },
        // The wheel and a finger scroll the page; with Ctrl the wheel zooms.
        zoomOnMouseWheel: 'ctrl', preventDefaultMouseMove: false,
      },
    };
  }

  const drawings = [];

  function draw(d) {
    const onPaper = root.classList.contains('paper');
    const styles = getComputedStyle(root);
    const css = (name) => styles.getPropertyValue(name).trim();
    const option = JSON.parse(d.json);
    revive(option, d.el, option, css);
    reviveTimes(option);
    const marked = option.series.some((s) => s.markLine);
    const labelled = option.series.some((s) => s.label); // at the ends of bars
    option.useUTC = true;
    option.grid = {
      left: 4, right: labelled ? 110 : 16, top: marked ? 30 : 12, bottom: option.dataZoom && !onPaper ? 34 : 4,
      outerBoundsMode: 'same', outerBoundsContain: 'axisLabel',
    };
    // A theme does not reach the place of a slider.
    if (option.dataZoom) Object.assign(option.dataZoom[1], { bottom: 4, height: 18, show: !onPaper });
    const hidden = d.keys.filter((k) => k.getAttribute('aria-pressed') === 'false');
    option.legend.selected = Object.fromEntries(hidden.map((k) => [option.series[k.dataset.line].name, false]));
    if (d.chart) d.chart.dispose();
    d.chart = echarts.init(d.el, theme(css), { renderer: 'svg', width: onPaper ? paperWidth : undefined });
    d.chart.group = d.el.hasAttribute('data-linked') ? 'span' : '';
    d.chart.setOption(option);
    d.names = option.series.map((s) => s.name);
  }

  const drawAll = () => drawings.forEach(draw);

  for (const el of document.querySelectorAll('.chart')) {
    const box = el.closest('.drawing');
    box.hidden = false;
    el.closest('figure').querySelector('.numbers').open = false;
    const d = { el, json: box.querySelector('script').textContent, keys: Array.from(box.querySelectorAll('button')) };
    drawings.push(d);
    for (const button of d.keys) {
      button.addEventListener('click', () => {
        button.setAttribute('aria-pressed', button.getAttribute('aria-pressed') === 'false');
        d.chart.dispatchAction({ type: 'legendToggleSelect', name: d.names[button.dataset.line], escapeConnect: true });
      });
    }
  }
  drawAll();
  echarts.connect('span');

  let width = root.clientWidth;
  addEventListener('resize', () => {
    if (root.clientWidth === width) return;
    width = root.clientWidth;
    drawAll();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
  addEventListener('beforeprint', () => { root.classList.add('paper'); drawAll(); });
  addEventListener('afterprint', () => { root.classList.remove('paper'); drawAll(); });
})();

// The parts of ECharts that the report's charts use; the whole is twice as large.
import { use } from 'echarts/core.js';
import { BarChart, HeatmapChart, LineChart } from 'echarts/charts.js';
import { DatasetComponent, DataZoomComponent, GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent, VisualMapComponent } from 'echarts/components.js';
import { SVGRenderer } from 'echarts/renderers.js';

use([BarChart, HeatmapChart, LineChart, DatasetComponent, DataZoomComponent, GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent, VisualMapComponent, SVGRenderer]);
export { connect, format, init } from 'echarts/core.js';

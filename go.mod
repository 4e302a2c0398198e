module ddbplan

go 1.26

ignore ./reports/html/echarts/node_modules

/**
 * What the parts of a table are, to be spread into each. On a narrow screen the rows are cards, and browsers drop what a table
 * means when it is not laid out as one.
 */
export const tableRoles = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader', scope: 'col' },
  rowHead: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const

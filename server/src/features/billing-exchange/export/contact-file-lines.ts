import { lineType } from './line-type.ts'

/** The control record of the whole file. */
export const controlLine = lineType('CTL', ['source', 'transmitId', 'madeAt', 'changes', 'lines', 'hashTotal'])

/** One change of one person, described by the lines below it. */
export const changeLine = lineType('CHG', [
  'source',
  'transmitId',
  'changeNumber',
  'personId',
  'changedAt',
  'changeDate',
  'lines',
])

export const emailLine = lineType('EML', ['emailAddress'])

export const addressLine = lineType('ADR', ['address1', 'address2', 'city', 'state', 'postal', 'country'])

export const phoneLine = lineType('PHN', ['action', 'type', 'sequence', 'number'])

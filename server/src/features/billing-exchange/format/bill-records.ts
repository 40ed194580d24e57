import type { RecordLayout } from './extract-records.ts'
import { cents, count, date, digits, flag, optional, text } from './fields.ts'

/** In this order, with nothing between: bill, routing, segments with charges and reads, messages, end. */
export const billHead: RecordLayout = {
  type: '0100',
  name: 'Bill',
  fields: [
    digits('bill_id', 12, 'BILL_ID'),
    digits('account_id', 10, 'ACCT_ID'),
    date('bill_date', 'BILL_DT'),
    date('due_date', 'DUE_DT'),
    cents('begin_cents', 'Balance before this bill'),
    cents('payments_cents', 'Payments and their cancellations (PS, PX), negative'),
    cents('adjustments_cents', 'Adjustments (AD, AX)'),
    cents('corrections_cents', 'Canceled segments of earlier bills (BX)'),
    cents('current_charges_cents', 'Segments (BS)'),
    cents('ending_cents', 'The sum of the five before'),
    optional(date('read_date', 'The read that ends its period')),
    optional(count('consumption_gallons', 12, 'Of the period')),
  ],
}

export const billRouting: RecordLayout = {
  type: '0120',
  name: "Bill routing: the bill's mailing name and address",
  fields: [
    text('name1', 254, 'ENTITY_NAME1'),
    optional(text('entity_info', 254, 'ENTITY_NAME2')),
    text('address1', 254, 'Street or post office box'),
    optional(text('address2', 254, 'Second line')),
    text('city', 60, 'City'),
    text('state', 6, 'State code'),
    text('postal', 12, 'Zip code'),
    text('country', 3, 'Country code'),
  ],
}

export const billSegment: RecordLayout = {
  type: '1300',
  name: 'Bill segment',
  fields: [
    digits('segment_id', 12, 'BSEG_ID'),
    digits('agreement_id', 10, 'SA_ID'),
    text('service_address', 254, 'Address of the premise'),
    date('start_date', 'START_DT'),
    date('end_date', 'END_DT'),
    flag('is_estimated', 'EST_SW'),
    flag('is_closing', 'CLOSING_BSEG_SW'),
  ],
}

export const billCharge: RecordLayout = {
  type: '1500',
  name: 'Calculation header of a segment',
  fields: [text('description', 80, 'DESCR_ON_BILL'), text('rate', 8, 'RS_CD'), cents('cents', 'CALC_AMT')],
}

export const billLine: RecordLayout = {
  type: '1700',
  name: 'Calculation line',
  fields: [
    text('description', 80, 'DESCR_ON_BILL; what follows a colon and a space is set smaller'),
    cents('cents', 'CALC_AMT'),
    flag('print', 'PRT_SW; N keeps the line off the paper'),
  ],
}

export const billRead: RecordLayout = {
  type: '2100',
  name: 'Register read of a segment',
  fields: [
    text('badge', 30, 'BADGE_NBR'),
    count('multiplier', 6, 'REG_CONST'),
    date('start_date', 'START_READ_DTTM'),
    date('end_date', 'END_READ_DTTM'),
    count('start_reading', 12, 'START_REG_READING'),
    count('end_reading', 12, 'END_REG_READING; lower when the register rolled over'),
    count('quantity', 12, 'FINAL_REG_QTY'),
    text('unit', 4, 'FINAL_UOM_CD, such as GAL'),
  ],
}

export const billMessage: RecordLayout = {
  type: '3900',
  name: 'Bill message',
  fields: [text('message', 1000, 'Printed on the bill')],
}

export const billEnd: RecordLayout = {
  type: '9999',
  name: 'End of a bill',
  fields: [
    digits('bill_id', 12, 'BILL_ID of the tree that ends'),
    count('lines', 6, 'Lines of the tree, with the first and this one'),
  ],
}

export const billTreeRecords: readonly RecordLayout[] = [
  billRouting,
  billSegment,
  billCharge,
  billLine,
  billRead,
  billMessage,
  billEnd,
]

import { billViewTexts } from '@portal/contract/bill-view-texts'
import type { ReactNode } from 'react'
import { BarChart } from '#account/usage-chart/bar-chart.tsx'
import { unitsOfWater } from '#account/usage-chart/chart-labels.ts'
import { ChartTable } from '#account/usage-chart/chart-table.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Cell, ColumnHead, RowHead, Table, TableBody, TableFoot, TableHead, TableRow } from '#ui/table/table.tsx'
import { Chip } from '#ui/text/chip.tsx'
import { t } from '#ui/text/t.ts'
import { AmountPanel } from './amount-panel.tsx'
import { code128, quietZone } from './code-128.ts'
import { MeterTable } from './meter-table.tsx'
import type { Fact, PrintedBill } from './printed-bill.ts'
import type { PrintedSegment } from './printed-segments.ts'
import classes from './bill-sheet.module.css'

/** The bill (C§2.7): the amount first, then what it is made of, the usage and the payment slip. */
export function BillSheet({ bill, image }: { readonly bill: PrintedBill; readonly image: ReactNode }) {
  return (
    <article className={classes.paper}>
      <header className={classes.head}>
        <PageHeading title={[bill.title, bill.number].filter(Boolean).join(' ')}>{bill.title}</PageHeading>
        <p data-no-print>
          <Chip tone={bill.state.tone}>{bill.state.words}</Chip>
        </p>
      </header>
      <div className={classes.columns}>
        <div className={classes.whose}>
          <address className={classes.mailing}>
            {bill.mailing.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <Facts facts={bill.facts} />
        </div>
        <AmountPanel bill={bill}>{image}</AmountPanel>
        {bill.summary.length > 0 ? (
          <section className={classes.section}>
            <h2>{t('Since your last bill')}</h2>
            <Facts facts={[...bill.summary, { term: t('Total due'), value: bill.totalDue }]} hasTotal />
          </section>
        ) : null}
        {bill.hasCharges || bill.messages.length > 0 ? (
          <section className={classes.section}>
            {bill.hasCharges ? <Charges bill={bill} /> : null}
            <Messages bill={bill} />
          </section>
        ) : null}
        {bill.hasUsage ? <UsageHistory usage={bill.usage} waterUnit={bill.waterUnit} /> : null}
      </div>
      {bill.meters.length > 0 ? <MeterTable rows={bill.meters} /> : null}
      <Slip bill={bill} />
    </article>
  )
}

function Charges({ bill: { segments } }: { readonly bill: PrintedBill }) {
  return (
    <>
      <h2>{t('Charges')}</h2>
      {segments.map((segment) => (
        <SegmentCharges key={segment.id} segment={segment} />
      ))}
      {segments.length === 0 ? <p className={classes.meta}>{t('There are no charges on this bill.')}</p> : null}
    </>
  )
}

function Messages({ bill: { messages } }: { readonly bill: PrintedBill }) {
  if (messages.length === 0) return null
  return (
    <>
      <h2>{t('Messages')}</h2>
      <ul className={classes.messages}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </>
  )
}

function UsageHistory({ usage, waterUnit }: Pick<PrintedBill, 'usage' | 'waterUnit'>) {
  const title = t('Usage history')
  const unit = unitsOfWater[waterUnit]
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      {usage.length > 0 ? (
        <>
          <p className={classes.meta}>{t('{unit} by meter reading date', { unit: unit.name })}</p>
          <BarChart title={title} bars={usage} unit={unit} />
          <ChartTable title={title} labelColumn={t('Read date')} valueColumn={unit.name} bars={usage} unit={unit} />
        </>
      ) : (
        <p className={classes.meta}>{t(billViewTexts.noConsumption)}</p>
      )}
    </section>
  )
}

/** The part for the cashier; the bar code holds the bill's number. */
function Slip({ bill }: { readonly bill: PrintedBill }) {
  return (
    <section className={classes.slip}>
      <div>
        <h2>{t('Payment slip')}</h2>
        <p className={classes.meta}>{t('Bring this slip when you pay at one of our offices.')}</p>
        <Facts
          facts={[
            { term: t('Account number'), value: bill.accountId },
            { term: t('Due date'), value: bill.dueDate },
            { term: t('Total due'), value: bill.totalDue },
          ]}
        />
      </div>
      {bill.barCode === null ? null : <BarCodeImage digits={bill.barCode} />}
      <p className={classes.contact}>
        {[bill.utility.name, ...bill.utility.contact, bill.utility.hours, bill.utility.website].join(' · ')}
      </p>
    </section>
  )
}

/** The charges of one service and period, with their total (C§2.7). */
function SegmentCharges({ segment }: { readonly segment: PrintedSegment }) {
  return (
    <section className={classes.segment}>
      <h3>{segment.title}</h3>
      <Facts
        facts={[
          { term: t('Service location'), value: segment.serviceLocation },
          { term: t('Billing period'), value: segment.period },
          { term: t('Date applied'), value: segment.dateApplied },
        ].filter(({ value }) => value !== '')}
      />
      {segment.remarks.map((remark) => (
        <p key={remark} className={classes.remark}>
          {remark}
        </p>
      ))}
      <Table className={classes.lines} aria-label={segment.title}>
        <TableHead>
          <ColumnHead>{t('Charge')}</ColumnHead>
          <ColumnHead>{t('Amount')}</ColumnHead>
        </TableHead>
        <TableBody>
          {segment.lines.map(({ key, description, detail, amount }) => (
            <TableRow key={key}>
              <RowHead>
                {description}
                {detail ? <small>{detail}</small> : null}
              </RowHead>
              <Cell>{amount}</Cell>
            </TableRow>
          ))}
        </TableBody>
        <TableFoot>
          <TableRow>
            <RowHead>{t('Total charges')}</RowHead>
            <Cell>{segment.total}</Cell>
          </TableRow>
        </TableFoot>
      </Table>
    </section>
  )
}

interface FactsProps {
  readonly facts: readonly Fact[]
  /** The last is the sum of the others. */
  readonly hasTotal?: boolean
}

/** Terms and their values, set closely as on paper. */
function Facts({ facts, hasTotal = false }: FactsProps) {
  return (
    <dl className={classes.facts} data-total={hasTotal || undefined}>
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const height = 48

/** The bar code of a bill's number, with the number below it. */
function BarCodeImage({ digits }: { readonly digits: string }) {
  const { bars, width } = code128(digits)
  const path = bars.map((bar) => `M${bar.at + quietZone} 0h${bar.width}v${height}h-${bar.width}z`).join('')
  return (
    <figure className={classes.code}>
      <svg
        viewBox={`0 0 ${width + 2 * quietZone} ${height}`}
        role="img"
        aria-label={t('Barcode for invoice {digits}', { digits })}
      >
        <rect width="100%" height="100%" fill="#fff" />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <figcaption>{digits}</figcaption>
    </figure>
  )
}

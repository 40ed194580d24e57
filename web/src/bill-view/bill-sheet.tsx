import { billViewTexts } from '@portal/contract/bill-view-texts'
import { BarChart } from '#account/usage-chart/bar-chart.tsx'
import { ChartTable } from '#account/usage-chart/chart-table.tsx'
import { gallons } from '#account/usage-chart/gallons.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { BarCodeImage } from './bar-code-image.tsx'
import { Facts } from './facts.tsx'
import { MeterTable } from './meter-table.tsx'
import type { PrintedBill } from './printed-bill.ts'
import { SegmentCharges } from './segment-charges.tsx'
import classes from './bill-sheet.module.css'

/**
 * The bill as it is mailed, on an A4 page that becomes a single column on a phone (C§2.7). It depicts paper, so it is
 * white in dark mode too.
 */
export function BillSheet({ bill }: { readonly bill: PrintedBill }) {
  return (
    <article className={classes.paper}>
      <header className={classes.head}>
        <div>
          <p className={classes.utility}>{bill.utility.name}</p>
          <p className={classes.meta}>{bill.utility.place}</p>
        </div>
        <PageHeading title={`${bill.title} ${bill.billId}`}>{bill.title}</PageHeading>
      </header>
      <div className={classes.top}>
        <address className={classes.mailing}>
          {bill.mailing.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <Facts facts={bill.facts} />
      </div>
      <Summary bill={bill} />
      <section className={classes.section}>
        <h2>Charges</h2>
        {bill.segments.map((segment) => (
          <SegmentCharges key={segment.id} segment={segment} />
        ))}
        {bill.segments.length === 0 ? <p className={classes.meta}>There are no charges on this bill.</p> : null}
      </section>
      {bill.meters.length > 0 ? <MeterTable rows={bill.meters} /> : null}
      <Messages bill={bill} />
      <UsageHistory usage={bill.usage} />
      <Slip bill={bill} />
    </article>
  )
}

function Summary({ bill }: { readonly bill: PrintedBill }) {
  return (
    <section className={classes.summary}>
      <h2>Summary</h2>
      <Facts facts={bill.summary} />
      <dl className={classes.total}>
        <div>
          <dt>Total due</dt>
          <dd>{bill.totalDue}</dd>
        </div>
        <div>
          <dt>Due date</dt>
          <dd>{bill.dueDate}</dd>
        </div>
      </dl>
      {bill.totalNote ? <p>{bill.totalNote}</p> : null}
    </section>
  )
}

function Messages({ bill: { messages } }: { readonly bill: PrintedBill }) {
  if (messages.length === 0) return null
  return (
    <section className={classes.section}>
      <h2>Messages</h2>
      <ul className={classes.messages}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </section>
  )
}

function UsageHistory({ usage }: Pick<PrintedBill, 'usage'>) {
  const title = 'Usage history'
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      {usage.length > 0 ? (
        <>
          <p className={classes.meta}>Gallons by meter reading date</p>
          <BarChart title={title} bars={usage} unit={gallons} />
          <ChartTable title={title} labelColumn="Read date" valueColumn="Gallons" bars={usage} unit={gallons} />
        </>
      ) : (
        <p className={classes.meta}>{billViewTexts.noConsumption}</p>
      )}
    </section>
  )
}

/** The part for the cashier; the bar code holds the bill's number. */
function Slip({ bill }: { readonly bill: PrintedBill }) {
  return (
    <section className={classes.slip}>
      <div>
        <h2>Payment slip</h2>
        <p className={classes.meta}>Bring this slip when you pay at one of our offices.</p>
        <Facts
          facts={[
            { term: 'Account number', value: bill.accountId },
            { term: 'Due date', value: bill.dueDate },
            { term: 'Total due', value: bill.totalDue },
          ]}
        />
      </div>
      <BarCodeImage digits={bill.billId} />
      <p className={classes.contact}>
        {[bill.utility.name, ...bill.utility.contact, bill.utility.hours, bill.utility.website].join(' · ')}
      </p>
    </section>
  )
}

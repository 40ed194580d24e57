import { moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { AttentionList } from './attention-list.tsx'
import { DiscrepancyList } from './discrepancy-list.tsx'
import { FindPayment } from './find-payment.tsx'
import classes from './money-desk.module.css'
import { PaymentView } from './payment-view.tsx'

const route = getRouteApi(paths.adminDashboard)

/** Payments needing attention (design §5 rule 6): what waits, or the one payment that the address names. */
export function MoneyDesk() {
  const { payment } = route.useSearch()
  const id = Number(payment)
  return Number.isSafeInteger(id) && id > 0 ? <PaymentView key={id} id={id} /> : <Lists />
}

function Lists() {
  const [isFinding, setFinding] = useState(false)
  return (
    <section className={classes.desk} aria-labelledby="money-desk">
      <div className={classes.head}>
        <div>
          <h2 id="money-desk">{moneyDeskTexts.title}</h2>
          <p className={classes.lead}>{moneyDeskTexts.lead}</p>
        </div>
        <Button look="secondary" onClick={() => setFinding(true)}>
          {moneyDeskTexts.findTitle}
        </Button>
      </div>
      <AttentionList />
      <DiscrepancyList />
      {isFinding ? <FindPayment onClose={() => setFinding(false)} /> : null}
    </section>
  )
}

import { moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { getRouteApi } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button/button.tsx'
import { useFocusFallback } from '#ui/use-focus-fallback.ts'
import { AttentionList } from './attention-list.tsx'
import { DiscrepancyList } from './discrepancy-list.tsx'
import { FindPayment } from './find-payment.tsx'
import { PaymentView } from './payment-view.tsx'
import classes from './money-desk.module.css'

const route = getRouteApi(paths.adminDashboard)

/** Payments needing attention (P6): the lists, or the single payment in the address. */
export function MoneyDesk() {
  const { payment } = route.useSearch()
  const id = Number(payment ?? 0)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusFallback(heading, id)
  return Number.isSafeInteger(id) && id > 0 ? (
    <PaymentView key={id} id={id} heading={heading} />
  ) : (
    <Lists heading={heading} />
  )
}

function Lists({ heading }: { readonly heading: RefObject<HTMLHeadingElement | null> }) {
  const [isFinding, setFinding] = useState(false)
  return (
    <section className={classes.desk} aria-labelledby="money-desk">
      <div className={classes.head}>
        <div>
          <h2 ref={heading} id="money-desk" tabIndex={-1}>
            {moneyDeskTexts.title}
          </h2>
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

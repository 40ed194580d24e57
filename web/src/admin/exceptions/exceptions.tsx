import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { getRouteApi } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button/button.tsx'
import { useFocusFallback } from '#ui/use-focus-fallback.ts'
import { DiscrepancyList } from './discrepancy-list.tsx'
import { ExceptionList } from './exception-list.tsx'
import { FindPayment } from './find-payment.tsx'
import { PaymentView } from './payment-view.tsx'
import classes from './exceptions.module.css'

const route = getRouteApi(paths.adminDashboard)

/** The exceptions, 'Payments needing attention' (P6): the lists, or the single payment in the address. */
export function Exceptions() {
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
    <section className={classes.page} aria-labelledby="exceptions">
      <div className={classes.head}>
        <div>
          <h2 ref={heading} id="exceptions" tabIndex={-1}>
            {exceptionsTexts.title}
          </h2>
          <p className={classes.lead}>{exceptionsTexts.lead}</p>
        </div>
        <Button look="secondary" onClick={() => setFinding(true)}>
          {exceptionsTexts.findTitle}
        </Button>
      </div>
      <ExceptionList />
      <DiscrepancyList />
      {isFinding ? <FindPayment onClose={() => setFinding(false)} /> : null}
    </section>
  )
}

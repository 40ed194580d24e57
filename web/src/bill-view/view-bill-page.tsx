import type { BillView } from '@portal/contract/bill-view'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { VisitorGuard } from '#session/session-guard.tsx'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import { BillActions } from './bill-actions.tsx'
import { BillImage } from './bill-image.tsx'
import { type BillLink, readBillLink } from './bill-link.ts'
import { BillSheet } from './bill-sheet.tsx'
import { NoBill } from './no-bill.tsx'
import { printedBill } from './printed-bill.ts'
import { type AnsweredBill, readBill } from './read-bill.ts'
import classes from './view-bill-page.module.css'

const ChooseOwnPassword = lazyComponent(
  async () => (await import('#account/own-password/choose-own-password.tsx')).ChooseOwnPassword,
)

const route = getRouteApi(paths.viewBill)

/** `/view-bill` (C§2.7): a bill to read, print and download, behind a link that soon expires. */
export function ViewBillPage() {
  const search = route.useSearch()
  // Checked only once: a bill that is already shown stays.
  const [link] = useState(() => readBillLink(search, Date.now()))
  return (
    <>
      <VisitorGuard />
      {link ? <LinkedBill link={link} /> : <NoBill trouble="expired" />}
    </>
  )
}

function LinkedBill({ link }: { readonly link: BillLink }) {
  const { signedIn } = usePortalStart()
  const [answer, setAnswer] = useState<AnsweredBill | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isThere = true
    void readBill(link, signedIn).then((read) => {
      if (isThere) setAnswer(read)
    })
    return () => {
      isThere = false
    }
  }, [link, signedIn, attempt])
  if (!answer) return <BillLoading />
  if ('bill' in answer) return <ShownBill bill={answer.bill} link={link} />
  const tryAgain = () => {
    setAnswer(null)
    setAttempt((count) => count + 1)
  }
  if (answer.trouble === 'passwordIsGiven') {
    if (!signedIn.customer) return <Navigate to={paths.adminDashboard} replace />
    return (
      <Suspense fallback={<BillLoading />}>
        <ChooseOwnPassword onChosen={tryAgain} />
      </Suspense>
    )
  }
  return <NoBill trouble={answer.trouble} onTryAgain={tryAgain} />
}

/** The bill with its buttons. */
function ShownBill({ bill, link }: { readonly bill: BillView; readonly link: BillLink }) {
  const { profile } = usePortalStart()
  const printed = printedBill(bill, profile)
  return (
    <div className={classes.page}>
      <BillActions bill={printed} />
      <BillSheet
        bill={printed}
        image={bill.hasImage ? <BillImage link={link} billDate={bill.billInfo1.billDate} /> : null}
      />
    </div>
  )
}

/** The placeholder of a bill (C§2.7), in the shape of its paper. */
function BillLoading() {
  return (
    <div className={classes.billLoadingPage}>
      <p role="status">{t('Loading your bill…')}</p>
      <div className={classes.paper} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
    </div>
  )
}

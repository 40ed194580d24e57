import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { VisitorGuard } from '#session/session-guard.tsx'
import { lazyComponent } from '#ui/waiting/when-online.ts'
import { type BillLink, readBillLink } from './bill-link.ts'
import { BillLoading } from './bill-loading.tsx'
import { NoBill } from './no-bill.tsx'
import { type AnsweredBill, readBill } from './read-bill.ts'
import { ShownBill } from './shown-bill.tsx'

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
  if ('bill' in answer) return <ShownBill bill={answer.bill} />
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

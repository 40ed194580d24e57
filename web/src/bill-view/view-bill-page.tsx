import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#paths.ts'
import { Queries } from '#session/queries.tsx'
import { SessionGuard } from '#session/session-guard.tsx'
import { BillLoading } from './bill-loading.tsx'
import { type BillLink, readBillLink } from './bill-link.ts'
import { NoBill } from './no-bill.tsx'
import { ShownBill } from './shown-bill.tsx'
import { useBill } from './use-bill.ts'

const route = getRouteApi(paths.viewBill)

/** `/view-bill` (C§2.7): a bill, to be read, printed and downloaded, behind a link that soon expires. */
export function ViewBillPage() {
  const search = route.useSearch()
  // Judged once: a bill that is on the screen stays there.
  const [link] = useState(() => readBillLink(search, Date.now()))
  return (
    <Queries>
      <SessionGuard />
      {link ? <LinkedBill link={link} /> : <NoBill trouble="expired" />}
    </Queries>
  )
}

function LinkedBill({ link }: { readonly link: BillLink }) {
  const { bill, trouble, tryAgain } = useBill(link)
  if (bill) return <ShownBill bill={bill} />
  return trouble ? <NoBill trouble={trouble} onTryAgain={tryAgain} /> : <BillLoading />
}

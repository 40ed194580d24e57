import { formatDate } from '@portal/contract/dates'
import { discrepancyKinds } from '@portal/contract/discrepancies'
import type { OpenDiscrepancy } from '@portal/contract/money-desk'
import { moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#paths.ts'
import { HiddenText } from '#ui/hidden-text.tsx'
import { tableRoles } from '#ui/table-roles.ts'
import { deskSearch } from './desk-link.ts'
import { dollarsOf } from '../dollars-of.ts'
import { Listed } from './listed.tsx'
import classes from './money-desk.module.css'
import { SettleDiscrepancy } from './settle-discrepancy.tsx'
import { useDiscrepancies } from './use-money-desk.ts'

/** What the books of a day do not agree about, the oldest first. */
export function DiscrepancyList() {
  const list = useDiscrepancies()
  const [settled, setSettled] = useState<OpenDiscrepancy | null>(null)
  return (
    <>
      <Listed
        id="discrepancies"
        title={moneyDeskTexts.discrepancies}
        list={list}
        rowsOf={({ discrepancies }) => discrepancies}
        empty={moneyDeskTexts.noDiscrepancies}
      >
        {(discrepancies) => (
          <table {...tableRoles.table} className={classes.table} aria-labelledby="discrepancies">
            <thead {...tableRoles.rows}>
              <tr {...tableRoles.row}>
                {['Day', 'What differs', 'Gateway', 'Portal', 'Billing system', 'Actions'].map((name) => (
                  <th key={name} {...tableRoles.columnHead}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody {...tableRoles.rows}>
              {discrepancies.map((discrepancy) => (
                <Row key={discrepancy.id} discrepancy={discrepancy} onSettle={() => setSettled(discrepancy)} />
              ))}
            </tbody>
          </table>
        )}
      </Listed>
      {settled ? <SettleDiscrepancy discrepancy={settled} onClose={() => setSettled(null)} /> : null}
    </>
  )
}

interface RowProps {
  readonly discrepancy: OpenDiscrepancy
  readonly onSettle: () => void
}

function Row({ discrepancy, onSettle }: RowProps) {
  const { day, kind, subject, detail, paymentId } = discrepancy
  return (
    <tr {...tableRoles.row}>
      <th {...tableRoles.rowHead}>
        <time dateTime={day}>{formatDate(day)}</time>
      </th>
      <td {...tableRoles.cell}>
        <strong>{subject}</strong>
        <p>{discrepancyKinds[kind]}</p>
        <p className={classes.muted}>{detail}</p>
      </td>
      <td {...tableRoles.cell} data-label="Gateway" className={classes.figure}>
        {dollarsOf(discrepancy.gateway)}
      </td>
      <td {...tableRoles.cell} data-label="Portal" className={classes.figure}>
        {dollarsOf(discrepancy.portal)}
      </td>
      <td {...tableRoles.cell} data-label="Billing system" className={classes.figure}>
        {dollarsOf(discrepancy.billing)}
      </td>
      <td {...tableRoles.cell}>
        <div className={classes.actions}>
          {paymentId === null ? null : (
            <Link to={paths.adminDashboard} search={deskSearch(paymentId)} className={classes.open}>
              {moneyDeskTexts.open}
              <HiddenText>: {subject}</HiddenText>
            </Link>
          )}
          <button type="button" className={classes.open} onClick={onSettle}>
            {moneyDeskTexts.settle}
            <HiddenText>: {subject}</HiddenText>
          </button>
        </div>
      </td>
    </tr>
  )
}

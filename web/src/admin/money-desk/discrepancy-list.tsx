import { formatDate } from '@portal/contract/dates'
import { discrepancyKinds } from '@portal/contract/discrepancies'
import type { OpenDiscrepancy } from '@portal/contract/money-desk'
import { moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#paths.ts'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { deskSearch } from '../payments/desk-link.ts'
import { dollarsOf } from '../payments/dollars-of.ts'
import { books } from './books.ts'
import { PagedList } from './paged-list.tsx'
import { SettleDiscrepancy } from './settle-discrepancy.tsx'
import { useDiscrepancies } from './use-money-desk.ts'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './money-desk.module.css'

/** The differences between the books, oldest first. */
export function DiscrepancyList() {
  const list = useDiscrepancies()
  const [settled, setSettled] = useState<OpenDiscrepancy | null>(null)
  return (
    <>
      <PagedList
        id="discrepancies"
        title={moneyDeskTexts.discrepancies}
        list={list}
        rowsOf={({ discrepancies }) => discrepancies}
        nouns={['difference', 'differences']}
        empty={moneyDeskTexts.noDiscrepancies}
      >
        {(discrepancies) => (
          <CardFrame className={classes.wide}>
            <Table className={classes.table} aria-labelledby="discrepancies">
              <TableHead>
                {['Day', 'What differs', ...books.map(({ name }) => name), 'Actions'].map((name) => (
                  <ColumnHead key={name}>{name}</ColumnHead>
                ))}
              </TableHead>
              <TableBody>
                {discrepancies.map((discrepancy) => (
                  <Row key={discrepancy.id} discrepancy={discrepancy} onSettle={() => setSettled(discrepancy)} />
                ))}
              </TableBody>
            </Table>
          </CardFrame>
        )}
      </PagedList>
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
    <TableRow>
      <RowHead>
        <time dateTime={day}>{formatDate(day)}</time>
      </RowHead>
      <Cell>
        <strong>{subject}</strong>
        <p>{discrepancyKinds[kind]}</p>
        <p className={classes.muted}>{detail}</p>
      </Cell>
      {books.map(({ key, name }) => (
        <Cell key={key} label={name} className={classes.figure}>
          {dollarsOf(discrepancy[key])}
        </Cell>
      ))}
      <Cell>
        <div className={classes.actions}>
          {paymentId === null ? null : (
            <Link to={paths.adminDashboard} search={deskSearch(paymentId)} className={outlined.button}>
              {moneyDeskTexts.open}
              <HiddenText>: {subject}</HiddenText>
            </Link>
          )}
          <button type="button" className={outlined.button} onClick={onSettle}>
            {moneyDeskTexts.settle}
            <HiddenText>: {subject}</HiddenText>
          </button>
        </div>
      </Cell>
    </TableRow>
  )
}

import { formatDate } from '@portal/contract/dates'
import { type OpenDiscrepancy, discrepancyKinds } from '@portal/contract/discrepancies'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#paths.ts'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { dollarsOf } from '../payments/dollars-of.ts'
import { exceptionSearch } from '../payments/exception-link.ts'
import { books } from './books.ts'
import { PagedList } from './paged-list.tsx'
import { ResolveDiscrepancy } from './resolve-discrepancy.tsx'
import { useDiscrepancies } from './use-exceptions.ts'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './exceptions.module.css'

/** The open discrepancies, oldest first. */
export function DiscrepancyList() {
  const list = useDiscrepancies()
  const [open, setOpen] = useState<OpenDiscrepancy | null>(null)
  return (
    <>
      <PagedList
        id="discrepancies"
        title={exceptionsTexts.discrepancies}
        list={list}
        rowsOf={({ discrepancies }) => discrepancies}
        nouns={['discrepancy', 'discrepancies']}
        empty={exceptionsTexts.noDiscrepancies}
      >
        {(discrepancies) => (
          <CardFrame className={classes.wide}>
            <Table className={classes.table} aria-labelledby="discrepancies">
              <TableHead>
                {['Day', 'Discrepancy', ...books.map(({ name }) => name), 'Actions'].map((name) => (
                  <ColumnHead key={name}>{name}</ColumnHead>
                ))}
              </TableHead>
              <TableBody>
                {discrepancies.map((discrepancy) => (
                  <Row key={discrepancy.id} discrepancy={discrepancy} onResolve={() => setOpen(discrepancy)} />
                ))}
              </TableBody>
            </Table>
          </CardFrame>
        )}
      </PagedList>
      {open ? <ResolveDiscrepancy discrepancy={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

interface RowProps {
  readonly discrepancy: OpenDiscrepancy
  readonly onResolve: () => void
}

function Row({ discrepancy, onResolve }: RowProps) {
  const { day, kind, subject, detail, paymentId } = discrepancy
  return (
    <TableRow>
      <RowHead>
        <time dateTime={day}>{formatDate(day)}</time>
      </RowHead>
      <Cell>
        <strong>{subject}</strong>
        <p>{discrepancyKinds[kind].meaning}</p>
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
            <Link to={paths.adminDashboard} search={exceptionSearch(paymentId)} className={outlined.button}>
              {exceptionsTexts.open}
              <HiddenText>: {subject}</HiddenText>
            </Link>
          )}
          <button type="button" className={outlined.button} onClick={onResolve}>
            {exceptionsTexts.resolve}
            <HiddenText>: {subject}</HiddenText>
          </button>
        </div>
      </Cell>
    </TableRow>
  )
}

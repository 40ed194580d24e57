import {
  type CallerCheck,
  type WebUser,
  customerPasswordPaging,
  customerPasswordTexts,
} from '@portal/contract/customer-password'
import { useState } from 'react'
import { EditIcon } from '#ui/icons.tsx'
import { Paging } from '#ui/table/paging.tsx'
import {
  CardFrame,
  Cell,
  ColumnHead,
  RowHead,
  SortHeader,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '#ui/table/table.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { MessagesButton } from '../customer-messages/messages-button.tsx'
import outlined from '#ui/button/outlined-button.module.css'
import box from '#ui/page/card.module.css'
import classes from './password-reset.module.css'

type Direction = 'ascending' | 'descending'

interface SearchResultsProps {
  readonly people: readonly WebUser[]
  /** Null when nothing was found. */
  readonly check: CallerCheck | null
  readonly onEdit: (person: WebUser) => void
}

/** The table of Search Results (A§2), sortable by name, in pages. */
export function SearchResults({ people, check, onEdit }: SearchResultsProps) {
  const [direction, setDirection] = useState<Direction | null>(null)
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<number>(customerPasswordPaging.sizes[0])
  const pages = Math.max(1, Math.ceil(people.length / size))
  const shown = sorted(people, direction).slice((page - 1) * size, page * size)
  return (
    <section className={box.card} aria-labelledby="search-results">
      <h2 id="search-results">{t(customerPasswordTexts.searchResults)}</h2>
      {check ? <CheckCaller check={check} /> : null}
      {people.length === 0 ? <p className={classes.empty}>{t(customerPasswordTexts.empty)}</p> : null}
      {people.length > 0 ? (
        <CardFrame className={classes.frame} data-lines>
          <Table className={classes.table} aria-labelledby="search-results">
            <TableHead>
              <ColumnHead>{t(customerPasswordTexts.userId)}</ColumnHead>
              <SortHeader
                name={t(customerPasswordTexts.customerName)}
                direction={direction}
                onSort={() => setDirection(direction === 'ascending' ? 'descending' : 'ascending')}
              />
              <ColumnHead className={classes.actions}>{t(customerPasswordTexts.actions)}</ColumnHead>
            </TableHead>
            <TableBody>
              {shown.map((person) => (
                <Row key={person.personId} person={person} onEdit={onEdit} />
              ))}
            </TableBody>
          </Table>
        </CardFrame>
      ) : null}
      {people.length > 0 ? (
        <Paging
          label={t(customerPasswordTexts.searchResults)}
          page={page}
          pages={pages}
          size={size}
          sizes={customerPasswordPaging.sizes}
          window={customerPasswordPaging.window}
          onPage={setPage}
          onSize={(chosen) => {
            setSize(chosen)
            setPage(1)
          }}
        />
      ) : null}
    </section>
  )
}

/** Two facts that a caller who is the customer can say. */
function CheckCaller({ check: { serviceLocation, lastPayment } }: { readonly check: CallerCheck }) {
  const paid = lastPayment && { amount: dollars(lastPayment.amount), date: formatDate(lastPayment.date) }
  return (
    <div role="group" aria-labelledby="check-caller" className={classes.check}>
      <p id="check-caller">{t('Check the caller: ask for both before you set a password.')}</p>
      <DescriptionList
        items={[
          { term: t(customerPasswordTexts.serviceLocation), value: serviceLocation || t('None') },
          {
            term: t('Last payment'),
            value: paid ? t('{amount} on {date}', paid) : t('No payment on record'),
          },
        ]}
      />
    </div>
  )
}

interface RowProps {
  readonly person: WebUser
  readonly onEdit: (person: WebUser) => void
}

function Row({ person, onEdit }: RowProps) {
  const { username, fullName, personId } = person
  return (
    <TableRow>
      <Cell label={t(customerPasswordTexts.userId)}>
        {username === '' ? <span className={classes.none}>{t(customerPasswordTexts.noOnlineAccount)}</span> : username}
      </Cell>
      <RowHead>
        {fullName}
        <div data-no-print>
          <MessagesButton personId={personId} name={fullName} />
        </div>
      </RowHead>
      <Cell className={classes.actions}>
        {username === '' ? (
          <span className={classes.muted}>{t(customerPasswordTexts.noAction)}</span>
        ) : (
          <button
            type="button"
            className={outlined.icon}
            aria-label={t('Set a new password for {username}', { username })}
            onClick={() => onEdit(person)}
          >
            <EditIcon />
          </button>
        )}
      </Cell>
    </TableRow>
  )
}

function sorted(people: readonly WebUser[], direction: Direction | null): WebUser[] {
  if (direction === null) return [...people]
  const sign = direction === 'ascending' ? 1 : -1
  return people.toSorted((one, other) => sign * one.fullName.localeCompare(other.fullName, 'en'))
}

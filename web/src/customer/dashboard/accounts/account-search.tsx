import type { AccountNumber } from '@portal/contract/ids'
import { accountSearchTexts, mostFoundToChoose } from '@portal/contract/phoned-in'
import { bareNumber } from '@portal/contract/text'
import { getRouteApi, Link } from '@tanstack/react-router'
import { startTransition, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { paths } from '#paths.ts'
import { TextButton } from '#ui/button/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { HiddenText, useSettled } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import type { Accounts, ShownRow } from './use-accounts.ts'
import classes from '../dashboard.module.css'

interface AccountSearchProps {
  readonly accounts: Accounts
  readonly words: string
  readonly onWords: (words: string) => void
  /** Called with what was found, whenever that changes; null while nothing is searched for. */
  readonly onFound: (found: ReadonlySet<AccountNumber> | null) => void
}

/** The search of customers with many accounts: the field, and how many were found. */
export function AccountSearch({ accounts, words, onWords, onFound }: AccountSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const { rows, total } = accounts
  // Deferred, so that the field follows the keys however many accounts there are.
  const searched = useDeferredValue(words)
  const found = useMemo(() => findAccounts(rows, searched), [rows, searched])
  useEffect(() => startTransition(() => onFound(found)), [found, onFound])
  const told = found ? foundInWords({ found: found.size, arrived: rows.length, total: total ?? rows.length }) : ''
  const announced = useSettled(told)
  return (
    <div role="search" className={classes.chooser} data-no-print>
      <TextField
        ref={input}
        type="search"
        label={t(accountSearchTexts.label)}
        hint={t('Account number or service location')}
        value={words}
        onChange={(event) => onWords(event.currentTarget.value)}
        // The results are already shown; in a form, Enter would submit it.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      <HiddenText role="status">{announced}</HiddenText>
      {told ? (
        <p className={`${classes.cardHead} ${classes.found}`}>
          {told}
          <TextButton
            onClick={() => {
              onWords('')
              input.current?.focus()
            }}
          >
            {t(accountSearchTexts.showAll)}
          </TextButton>
        </p>
      ) : null}
    </div>
  )
}

/** While accounts may still be arriving. */
function foundInWords({ found, arrived, total }: { found: number; arrived: number; total: number }): string {
  if (arrived < total)
    return t('{found} found so far. {arrived} of {total} accounts loaded.', { found, arrived, total })
  return found === 0 ? t('No accounts found') : t('{found} of {total} accounts found', { found, total })
}

const route = getRouteApi(paths.dashboard)

interface AccountFinderProps {
  readonly accounts: Accounts
  /** Called when one of the accounts found has been chosen. */
  readonly onChosen: () => void
}

/** The search beside the choice of one account, with links to the first few accounts found. */
export function AccountFinder({ accounts, onChosen }: AccountFinderProps) {
  const { view } = route.useSearch()
  const [words, setWords] = useState('')
  const [found, setFound] = useState<ReadonlySet<AccountNumber> | null>(null)
  const first = found ? accounts.rows.filter(({ accID }) => found.has(accID)).slice(0, mostFoundToChoose) : []
  const choose = () => {
    setWords('')
    onChosen()
  }
  return (
    <div>
      <AccountSearch accounts={accounts} words={words} onWords={setWords} onFound={setFound} />
      {first.length > 0 ? (
        <ul className={classes.links} aria-label={t('Accounts found')}>
          {first.map(({ accID, row }) => (
            <li key={accID}>
              <Link to={paths.dashboard} search={{ view, account: accID }} replace resetScroll={false} onClick={choose}>
                {row ? `${accID} – ${row.serviceLocation}` : accID}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {found && found.size > mostFoundToChoose ? (
        <p>{t('Showing the first {mostFoundToChoose}. Type more to narrow the list.', { mostFoundToChoose })}</p>
      ) : null}
    </div>
  )
}

/**
 * The accounts that contain every one of these words, in their number or service location; null when there is no word.
 * Case and accents do not count, nor does anything typed between the digits of a number: `Hagatna` finds Hagåtña.
 */
export function findAccounts(rows: readonly ShownRow[], text: string): ReadonlySet<AccountNumber> | null {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return null
  const bare = bareOf(text)
  const number = /\d/.test(bare) ? bare : null
  const isFound = ({ accID, row }: ShownRow): boolean => {
    if (number && bareOf(accID).includes(number)) return true
    const all = plain(`${accID} ${row?.serviceLocation ?? ''}`)
    return words.every((word) => all.includes(word))
  }
  return new Set(rows.filter(isFound).map(({ accID }) => accID))
}

/** An account number without what is printed between its parts. */
function bareOf(text: string): string {
  return bareNumber(text).replaceAll(/[./]/g, '').toUpperCase()
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

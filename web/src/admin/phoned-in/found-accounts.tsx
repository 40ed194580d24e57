import { isDue } from '@portal/contract/owed'
import { type PhonedInAccount, phonedInTexts } from '@portal/contract/phoned-in'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { tooLittleInWords } from '#account/standing.tsx'
import { TextButton } from '#ui/button/button.tsx'
import { Cell, TableRow, TickAll } from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { AccountCells, AccountsFrame } from './account-cells.tsx'
import type { AccountDialogName } from './account-dialog.tsx'
import { cannotTakeReason } from './cart.ts'
import shared from '#payment/accounts-to-pay/accounts-to-pay.module.css'
import classes from './account-table.module.css'

interface FoundAccountsProps {
  readonly accounts: readonly PhonedInAccount[]
  readonly ticked: readonly string[]
  readonly onTick: (account: PhonedInAccount, isTicked: boolean) => void
  readonly onOpen: (name: AccountDialogName, account: PhonedInAccount) => void
  /** Nothing else has been typed since they were searched for, so the clerk will go on with them. */
  readonly isAwaited: boolean
}

/** The Account Summary (A§2): the accounts found, to be ticked for the cart. */
export function FoundAccounts({ accounts, ticked, isAwaited, ...handlers }: FoundAccountsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const found = accounts.map(({ accID }) => accID).join()
  const goThere = useEffectEvent(() => {
    if (!isAwaited) return
    // On a laptop they would appear behind the bar with the total.
    frame.current?.scrollIntoView({ block: 'nearest' })
    // Whoever has just searched goes on by ticking; whoever came another way, such as back from the cart, does not.
    const hasSearched = document.activeElement?.closest('[role=search]')
    if (hasSearched) frame.current?.querySelector<HTMLElement>('input:enabled')?.focus({ preventScroll: true })
  })
  useEffect(() => goThere(), [found])
  if (accounts.length === 0) return null
  return (
    <AccountsFrame
      ref={frame}
      caption={t(phonedInTexts.caption)}
      tick={t('Choose')}
      tickAll={<ChooseAll accounts={accounts} ticked={ticked} onTick={handlers.onTick} />}
      columns={phonedInTexts.columns}
    >
      {accounts.map((account) => (
        <Row {...handlers} key={account.accID} account={account} isTicked={ticked.includes(account.accID)} />
      ))}
    </AccountsFrame>
  )
}

/**
 * Ticks every account on which something is due and that a card may pay, for callers who pay them all. Others
 * are still there to be ticked by themselves.
 */
function ChooseAll({ accounts, ticked, onTick }: Pick<FoundAccountsProps, 'accounts' | 'ticked' | 'onTick'>) {
  const payable = accounts.filter((account) => cannotTakeReason(account) === null)
  const due = payable.filter(({ amount }) => isDue(amount))
  const all = due.length > 0 ? due : payable
  const isTicked = ({ accID }: PhonedInAccount) => ticked.includes(accID)
  const hasAll = all.every(isTicked)
  const fewer = payable.some(isTicked) ? 'some' : 'none'
  if (payable.length < 2) return null
  return (
    <label className={classes.chooseAll}>
      <TickAll
        aria-label={t('Choose all accounts')}
        state={hasAll ? 'all' : fewer}
        onChange={() => {
          for (const account of hasAll ? payable : all) onTick(account, !hasAll)
        }}
      />
    </label>
  )
}

interface RowProps extends Pick<FoundAccountsProps, 'onTick' | 'onOpen'> {
  readonly account: PhonedInAccount
  readonly isTicked: boolean
}

function Row({ account, isTicked, onTick, onOpen }: RowProps) {
  const reason = cannotTakeReason(account)
  const reasonId = useId()
  const isChosen = isTicked && reason === null
  return (
    <TableRow data-ticked={isChosen || undefined}>
      <Cell className={shared.tick}>
        <label>
          <input
            type="checkbox"
            aria-label={t('Add account {accID}, {fullName}', { accID: account.accID, fullName: account.fullName })}
            aria-describedby={reason ? reasonId : undefined}
            checked={isChosen}
            disabled={reason !== null}
            onChange={(event) => onTick(account, event.currentTarget.checked)}
          />
        </label>
      </Cell>
      <AccountCells account={account} note={reason ?? tooLittleInWords(account, 'clerk')} noteId={reasonId} />
      <Cell className={classes.actions}>
        {(['details', 'paymentHistory'] as const).map((name) => (
          <TextButton key={name} onClick={() => onOpen(name, account)}>
            {t(phonedInTexts[name])}
            <HiddenText> {t('for account {accID}', { accID: account.accID })}</HiddenText>
          </TextButton>
        ))}
      </Cell>
    </TableRow>
  )
}

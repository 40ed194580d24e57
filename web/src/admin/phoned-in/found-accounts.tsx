import type { PhonedInAccount } from '@portal/contract/phoned-in'
import { phonedInTexts } from '@portal/contract/phoned-in-texts'
import { useId } from 'react'
import { cannotPayReason } from '#payment/cannot-pay-reason.ts'
import { HiddenText } from '#ui/hidden-text.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { Cell, TableRow } from '#ui/table.tsx'
import { AccountCells } from './account-cells.tsx'
import type { AccountDialogName } from './account-dialog.tsx'
import shared from '#payment/accounts-to-pay.module.css'
import classes from './account-table.module.css'
import { AccountsFrame } from './accounts-frame.tsx'

interface FoundAccountsProps {
  readonly accounts: readonly PhonedInAccount[]
  readonly ticked: readonly string[]
  readonly onTick: (account: PhonedInAccount, isTicked: boolean) => void
  readonly onOpen: (name: AccountDialogName, account: PhonedInAccount) => void
}

/** The Account Summary (A§2): the accounts found, to be ticked for the cart. */
export function FoundAccounts({ accounts, ticked, ...handlers }: FoundAccountsProps) {
  if (accounts.length === 0) return null
  return (
    <AccountsFrame caption={phonedInTexts.caption} tick="Choose" columns={phonedInTexts.columns}>
      {accounts.map((account) => (
        <Row {...handlers} key={account.accID} account={account} isTicked={ticked.includes(account.accID)} />
      ))}
    </AccountsFrame>
  )
}

interface RowProps extends Pick<FoundAccountsProps, 'onTick' | 'onOpen'> {
  readonly account: PhonedInAccount
  readonly isTicked: boolean
}

function Row({ account, isTicked, onTick, onOpen }: RowProps) {
  const reason = cannotPayReason(account)
  const reasonId = useId()
  const isChosen = isTicked && reason === null
  return (
    <TableRow data-ticked={isChosen || undefined}>
      <Cell className={shared.tick}>
        <label>
          <input
            type="checkbox"
            aria-label={`Add account ${account.accID}, ${account.fullName}`}
            aria-describedby={reason ? reasonId : undefined}
            checked={isChosen}
            disabled={reason !== null}
            onChange={(event) => onTick(account, event.currentTarget.checked)}
          />
        </label>
      </Cell>
      <AccountCells account={account} note={reason} noteId={reasonId} />
      <Cell className={classes.actions}>
        {(['details', 'paymentHistory'] as const).map((name) => (
          <TextButton key={name} onClick={() => onOpen(name, account)}>
            {phonedInTexts[name]}
            <HiddenText> of account {account.accID}</HiddenText>
          </TextButton>
        ))}
      </Cell>
    </TableRow>
  )
}

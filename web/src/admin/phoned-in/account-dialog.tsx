import type { PhonedInAccount } from '@portal/contract/phoned-in'
import { phonedInTexts } from '@portal/contract/phoned-in-texts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { AccountHistory } from '../payments/account-history.tsx'
import { AccountDetails } from './account-details.tsx'

export type AccountDialogName = 'details' | 'paymentHistory'

interface AccountDialogProps {
  readonly name: AccountDialogName
  readonly account: PhonedInAccount
  readonly onClose: () => void
}

/** Details and Payment History of an account in the search result (A§2). */
export function AccountDialog({ name, account, onClose }: AccountDialogProps) {
  return (
    <Dialog open wide title={`${phonedInTexts[name]} – ${account.accID}`} onClose={onClose}>
      {name === 'details' ? <AccountDetails account={account} /> : <AccountHistory account={account.accID} />}
    </Dialog>
  )
}

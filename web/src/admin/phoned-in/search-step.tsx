import { sumCents } from '@portal/contract/money'
import { type PhonedInAccount, phonedInTexts } from '@portal/contract/phoned-in'
import { useEffect, useEffectEvent, useState } from 'react'
import { usePopup } from '#session/popup.tsx'
import { Button } from '#ui/button/button.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { type AccountDialogName, AccountDialog } from './account-dialog.tsx'
import { AccountSearch } from './account-search.tsx'
import { accountIdsIn, cannotTakeReason, chosen } from './cart.ts'
import { FoundAccounts } from './found-accounts.tsx'
import { LookUpProblems, Panes, PayingFor } from './panes.tsx'
import type { StepProps } from './use-phoned-in.ts'

interface OpenedDialog {
  readonly name: AccountDialogName
  readonly account: PhonedInAccount
}

/**
 * Step 1 (A§2): the account search, the Account Summary, and Add to Cart. An account that was searched for alone goes
 * into the cart as soon as it is found.
 */
export function SearchStep({ state, change, lookUp }: StepProps) {
  const popup = usePopup()
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const { accounts } = lookUp
  // Otherwise the clerk has gone on typing: another search may be made, and the focus is not taken away.
  const isAsked = accountIdsIn(state.typed).join() === state.asked.join()
  const selected = chosen(state.ticked, accounts)
  const [hasSearched, setSearched] = useState(false)
  const only = state.asked.length === 1 && accounts.length === 1 ? accounts[0] : undefined
  const isOnly = hasSearched && isAsked && !lookUp.isPending && only !== undefined && cannotTakeReason(only) === null
  const addOnly = useEffectEvent(() => {
    if (only) change({ kind: 'addOnly', account: only })
  })
  useEffect(() => {
    if (isOnly) addOnly()
  }, [isOnly])
  const warn = (message: string) => popup.show({ kind: 'warning', message })

  const search = () => {
    const accountIds = accountIdsIn(state.typed)
    if (accountIds.length === 0) return warn(t(phonedInTexts.nothingTyped))
    setSearched(true)
    change({ kind: 'search', accountIds })
    if (isAsked) lookUp.lookAgain()
  }
  const addToCart = () => {
    if (accounts.length === 0) return warn(t(phonedInTexts.nothingFound))
    if (selected.length === 0) return warn(t(phonedInTexts.nothingTicked))
    change({ kind: 'addToCart', accounts })
  }
  return (
    <>
      <AccountSearch
        rows={state.typed}
        isPending={lookUp.isPending && isAsked}
        onType={(rows) => change({ kind: 'type', rows })}
        onSearch={search}
      />
      <LookUpProblems lookUp={lookUp} />
      <Panes
        label={t(phonedInTexts.cart)}
        count={selected.length}
        term={t('Due')}
        total={sumCents(selected.map((account) => account.amount).filter((amount) => amount > 0))}
        action={
          <Button large wide look={selected.length > 0 ? 'primary' : 'secondary'} onClick={addToCart}>
            {t(phonedInTexts.addToCart)}
          </Button>
        }
        ways={
          <Button look="secondary" onClick={() => change({ kind: 'startAnew' })}>
            {t(phonedInTexts.cancel)}
          </Button>
        }
      >
        {lookUp.isPending && accounts.length === 0 ? <Loading what={t('Loading accounts')} /> : null}
        <FoundAccounts
          accounts={accounts}
          ticked={state.ticked}
          onTick={(account, isTicked) => change({ kind: 'tick', account, isTicked })}
          onOpen={(name, account) => setOpened({ name, account })}
          isAwaited={isAsked}
        />
        {/* Below the table, because the first tick makes it appear, and the next box to tick must not move. */}
        <PayingFor accounts={selected} />
      </Panes>
      {opened ? <AccountDialog {...opened} onClose={() => setOpened(null)} /> : null}
    </>
  )
}

import type { AccountNumber } from '@portal/contract/ids'
import {
  type Paperless,
  type PaperlessAccount,
  type PaperlessState,
  paperlessTexts as texts,
} from '@portal/contract/paperless'
import { useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { Button, TryAgain } from '#ui/button/button.tsx'
import { Chip, type ChipTone } from '#ui/text/chip.tsx'
import { formatDate } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { useChoosePaperless, usePaperless } from './use-paperless.ts'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'
import classes from './notifications.module.css'

const tones: Readonly<Record<PaperlessState, ChipTone>> = {
  off: 'none',
  asked: 'waiting',
  pending: 'waiting',
  on: 'good',
  ending: 'waiting',
  returned: 'none',
  online: 'none',
}

const canTurnOn: readonly PaperlessState[] = ['off', 'ending', 'returned']
const firstShown = 10

/** By account: how its bills go out, and the press that changes it (R43). */
export function PaperlessBills() {
  const paperless = usePaperless()
  const choose = useChoosePaperless()
  const [showsAll, setShowsAll] = useState(false)
  const accounts = paperless.data?.accounts ?? []
  const shown = showsAll ? accounts : accounts.slice(0, firstShown)
  if (paperless.isSuccess && accounts.length === 0) return null
  const pressed = choose.isPending ? choose.variables : null
  const press = (accountId: AccountNumber | 'all', isOn: boolean) => choose.mutate({ accountId, isOn })
  return (
    <section className={box.card} aria-labelledby="paperless">
      <h2 id="paperless">{t(texts.title)}</h2>
      <p>{t(texts.meaning)}</p>
      {paperless.error ? (
        <ProblemNotice
          problem={asProblem(paperless.error).inWords(t(texts.loadFailed))}
          actions={<TryAgain onClick={() => void paperless.refetch()} />}
        />
      ) : null}
      {choose.error ? <ProblemNotice problem={asProblem(choose.error).inWords(t(texts.saveFailed))} /> : null}
      {paperless.isPending ? <Loading what={t('Loading paperless bills')} rows={1} /> : null}
      {accounts.length > 1 && accounts.some(({ state }) => canTurnOn.includes(state)) ? (
        <div>
          <Button look="secondary" busy={pressed?.accountId === 'all'} onClick={() => press('all', true)}>
            {t(texts.turnAllOn)}
          </Button>
        </div>
      ) : null}
      <HiddenText role="status">{choose.data ? saidOf(choose.data, choose.variables.accountId) : ''}</HiddenText>
      <ul className={classes.list}>
        {shown.map((account) => (
          <PaperlessRow
            key={account.accountId}
            account={account}
            isBusy={pressed?.accountId === account.accountId}
            onPress={(isOn) => press(account.accountId, isOn)}
          />
        ))}
      </ul>
      {shown.length < accounts.length ? (
        <div>
          <Button look="quiet" onClick={() => setShowsAll(true)}>
            {t(texts.more, { count: accounts.length })}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

/** What a press has changed, where several accounts are meant of the first. */
function saidOf({ accounts }: Paperless, accountId: AccountNumber | 'all'): string {
  const changed = accountId === 'all' ? accounts[0] : accounts.find((account) => account.accountId === accountId)
  if (!changed) return ''
  const state = t(texts.states[changed.state])
  const said = aboutOf(changed) ?? state
  return accountId === 'all'
    ? t('All accounts: {said}', { said })
    : t('Account {account}: {said}', { account: accountId, said })
}

interface PaperlessRowProps {
  readonly account: PaperlessAccount
  readonly isBusy: boolean
  readonly onPress: (isOn: boolean) => void
}

function PaperlessRow({ account, isBusy, onPress }: PaperlessRowProps) {
  const { accountId, serviceLocation, state, since } = account
  const turnsOn = canTurnOn.includes(state)
  const about = aboutOf(account)
  const [rowId, aboutId] = [`paperless-${accountId}`, `paperless-about-${accountId}`]
  return (
    <li className={classes.paperless}>
      <div className={classes.line}>
        <p id={rowId} className={classes.account}>
          {accountId}
          <span className={dashboard.second}>{serviceLocation}</span>
        </p>
        <Chip tone={tones[state]}>
          {state === 'on' && since !== null ? t(texts.onSince, { date: formatDate(since) }) : t(texts.states[state])}
        </Chip>
        <span className={classes.press}>
          <Button
            // Another button: whoever presses again does not undo it.
            key={String(turnsOn)}
            look={turnsOn ? 'secondary' : 'quiet'}
            busy={isBusy}
            describedBy={about === null ? rowId : `${rowId} ${aboutId}`}
            onClick={() => onPress(turnsOn)}
          >
            {t(turnsOn ? texts.turnOn : texts.turnOff)}
          </Button>
        </span>
      </div>
      {about === null ? null : (
        <p id={aboutId} className={dashboard.muted}>
          {about}
        </p>
      )}
    </li>
  )
}

function aboutOf({ state, since, why }: PaperlessAccount): string | null {
  switch (state) {
    case 'asked':
    case 'pending':
    case 'ending':
    case 'online':
      return t(texts.about[state])
    case 'returned':
      return why && since ? t(texts.returned[why], { date: formatDate(since) }) : null
    case 'off':
    case 'on':
      return null
  }
}

import {
  accountNews,
  mostAccountsToChoose,
  type Notifications,
  notificationTexts as texts,
} from '@portal/contract/notifications'
import { useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { SelectField } from '#ui/form/field.tsx'
import { SwitchButton } from '#ui/switch.tsx'
import { t } from '#ui/text/t.ts'
import { useChoose } from './use-notifications.ts'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'
import classes from './notifications.module.css'

/** Each takes effect when it is pressed. Nothing is on beforehand. */
export function Choices({ known }: { readonly known: Notifications }) {
  const { accounts, choices, email } = known
  const choose = useChoose()
  const [chosen, setChosen] = useState<string>('all')
  const account = accounts.length === 1 ? accounts[0] : accounts.find(({ accountId }) => accountId === chosen)
  const isOn = (kind: string) => {
    const on = choices.filter((choice) => choice.kind === kind && choice.channel === 'email')
    return account ? on.some(({ accountId }) => accountId === account.accountId) : on.length === accounts.length
  }
  if (accounts.length === 0) return null
  return (
    <section className={box.card} aria-labelledby="notification-choices">
      <h2 id="notification-choices">{t(texts.what)}</h2>
      {accounts.length > 1 ? (
        <SelectField
          id="notification-account"
          label={t(texts.account)}
          value={account?.accountId ?? 'all'}
          onChange={(event) => setChosen(event.target.value)}
          data={[
            { value: 'all', label: t(texts.allAccounts) },
            ...accounts.map(({ accountId, serviceLocation }) => {
              return { value: accountId, label: `${accountId} · ${serviceLocation}` }
            }),
          ]}
        />
      ) : null}
      {known.isCut ? <p className={dashboard.muted}>{t(texts.cut, { mostAccountsToChoose })}</p> : null}
      {choose.error ? <ProblemNotice problem={asProblem(choose.error).inWords(t(texts.saveFailed))} /> : null}
      <ul className={classes.list}>
        {accountNews.map((kind) => (
          <li key={kind} className={classes.choice}>
            <span id={`news-${kind}`}>{t(texts.news[kind])}</span>
            <SwitchButton
              aria-labelledby={`news-${kind}`}
              isOn={isOn(kind)}
              onToggle={() =>
                choose.mutate({ accountId: account?.accountId ?? 'all', kind, channel: 'email', isOn: !isOn(kind) })
              }
            />
          </li>
        ))}
        <li className={classes.choice}>
          <span>{t(texts.always)}</span>
          <span className={dashboard.muted}>{t(texts.alwaysOn)}</span>
        </li>
      </ul>
      <p className={dashboard.muted}>{t(email?.state === 'proven' ? texts.consent : texts.confirmFirst)}</p>
    </section>
  )
}

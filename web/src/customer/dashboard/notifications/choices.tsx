import { hasBillDates } from '@portal/contract/billing-data'
import {
  type NotificationKind,
  chooseNotification,
  isAlwaysEmailed,
  mostAccountsToChoose,
  type NotificationChannel,
  type Notifications,
  notificationGroups,
  notificationChannels,
} from '@portal/contract/notifications'
import { notificationTexts as texts } from '@portal/contract/notifications-texts'
import { isPaperless } from '@portal/contract/paperless'
import { useState } from 'react'
import { useLacks, usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { SelectField } from '#ui/form/field.tsx'
import { SwitchButton } from '#ui/switch.tsx'
import { Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { countOf, SwitchOrSome } from './some-on.tsx'
import { useChoose, useChooseAmounts, useChooseLanguage } from './use-notifications.ts'
import { usePaperless } from './use-paperless.ts'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'
import classes from './notifications.module.css'

const unproven = chooseNotification.problems['address-unproven']

/** Those about which there can be something to tell. */
function useGroups() {
  const { savesCards } = usePortalStart()
  const lacks = useLacks()
  return (['bills', 'payments', 'autopay', 'announcements', 'security'] as const).filter(
    (group) => (group !== 'autopay' || savesCards) && (group !== 'bills' || hasBillDates(lacks)),
  )
}

/** Each takes effect when it is pressed. Nothing is on beforehand. */
export function Choices({ known }: { readonly known: Notifications }) {
  const { accounts, choices, sendsTexts, isCut } = known
  const groups = useGroups()
  const choose = useChoose()
  const states = usePaperless().data?.accounts ?? []
  const paperless = states.filter(({ state }) => isPaperless(state)).map(({ accountId }) => accountId)
  const [chosen, setChosen] = useState<string>('all')
  /** So many presses were refused: each is said anew. */
  const [refusals, setRefusals] = useState(0)
  const account = accounts.length === 1 ? accounts[0] : accounts.find(({ accountId }) => accountId === chosen)
  const isOn = (kind: string, channel: NotificationChannel) => {
    const on = choices.filter((choice) => choice.kind === kind && choice.channel === channel)
    return account
      ? on.some(({ accountId }) => accountId === account.accountId)
      : countOf(known, kind, channel).on === known.accountCount
  }
  const toggle = (kind: NotificationKind, channel: NotificationChannel) => {
    const turnsOn = !isOn(kind, channel)
    const isUnproven = turnsOn && known[channel]?.state !== 'proven'
    setRefusals((count) => (isUnproven ? count + 1 : 0))
    if (!isUnproven) choose.mutate({ accountId: account?.accountId ?? 'all', kind, channel, isOn: turnsOn })
  }
  const switchOf = (kind: NotificationKind, channel: NotificationChannel) => (
    <SwitchOrSome
      known={known}
      kind={kind}
      channel={channel}
      isForAll={!account}
      hasPaperless={paperless.length > 0}
      isOn={isOn(kind, channel)}
      onToggle={() => toggle(kind, channel)}
      onChoose={(choice) => choose.mutate({ ...choice, accountId: 'all', kind, channel })}
    />
  )
  const isAlways = (account ? [account] : accounts).every(({ accountId }) => paperless.includes(accountId))
  if (accounts.length === 0) return null
  const channels = notificationChannels.filter((channel) => channel === 'email' || sendsTexts)
  const canChoose = channels.some((channel) => known[channel]?.state === 'proven')
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
              return { value: accountId, label: [accountId, serviceLocation].filter(Boolean).join(' · ') }
            }),
          ]}
        />
      ) : null}
      {isCut ? <p className={dashboard.muted}>{t(texts.cut, { mostAccountsToChoose })}</p> : null}
      {refusals > 0 ? <Notice key={refusals} tone="error" role="alert" title={t(unproven.title)} /> : null}
      {choose.error ? <ProblemNotice problem={asProblem(choose.error).inWords(t(texts.saveFailed))} /> : null}
      <Table className={`${dashboard.table} ${classes.choices}`} aria-labelledby="notification-choices">
        <TableHead>
          <ColumnHead>{t(texts.event)}</ColumnHead>
          {channels.map((channel) => (
            <ColumnHead key={channel} id={`by-${channel}`}>
              {t(texts[channel])}
            </ColumnHead>
          ))}
        </TableHead>
        {groups.map((group) => (
          <TableBody key={group}>
            <TableRow className={classes.group}>
              <RowHead scope="rowgroup" colSpan={channels.length + 1}>
                {t(texts.groups[group])}
              </RowHead>
            </TableRow>
            {(group === 'security' ? [] : notificationGroups[group]).map((kind) => (
              <TableRow key={kind}>
                <RowHead id={`kind-${kind}`}>{t(texts.kinds[kind])}</RowHead>
                {channels.map((channel) => (
                  <Cell key={channel}>
                    {channel === 'email' && (isAlwaysEmailed(kind) || (kind === 'billReady' && isAlways))
                      ? t(texts.alwaysOn)
                      : switchOf(kind, channel)}
                  </Cell>
                ))}
              </TableRow>
            ))}
            {group === 'security' || group === 'payments' ? (
              <AlwaysSent what={group === 'security' ? texts.always : texts.receipts} columns={channels.length} />
            ) : null}
          </TableBody>
        ))}
      </Table>
      {known.text?.state === 'proven' && sendsTexts ? <Amounts isOn={known.namesAmounts} /> : null}
      {known.languages.length > 1 ? <LanguageChoice known={known} /> : null}
      <p className={dashboard.muted}>{t(canChoose ? texts.consent : texts.confirmFirst)}</p>
    </section>
  )
}

function AlwaysSent({ what, columns }: { readonly what: string; readonly columns: number }) {
  return (
    <TableRow>
      <RowHead>{t(what)}</RowHead>
      <Cell>{t(texts.alwaysOn)}</Cell>
      {columns > 1 ? <Cell /> : null}
    </TableRow>
  )
}

/** Off beforehand: others may see a locked phone. */
function Amounts({ isOn }: { readonly isOn: boolean }) {
  const choose = useChooseAmounts()
  return (
    <>
      {choose.error ? <ProblemNotice problem={asProblem(choose.error).inWords(t(texts.saveFailed))} /> : null}
      <div className={classes.choice}>
        <span>
          <span id="texts-name-amounts">{t(texts.amounts)}</span>
          <span id="texts-name-amounts-hint" className={dashboard.second}>
            {t(texts.amountsHint)}
          </span>
        </span>
        <SwitchButton
          aria-labelledby="texts-name-amounts"
          aria-describedby="texts-name-amounts-hint"
          isOn={isOn}
          onToggle={() => choose.mutate({ namesAmounts: !isOn })}
        />
      </div>
    </>
  )
}

function LanguageChoice({ known: { language, languages } }: { readonly known: Notifications }) {
  const choose = useChooseLanguage()
  return (
    <>
      {choose.error ? <ProblemNotice problem={asProblem(choose.error).inWords(t(texts.saveFailed))} /> : null}
      <SelectField
        id="notification-language"
        label={t(texts.language)}
        hint={t(texts.languageHint)}
        data={languages.map(({ tag, name }) => ({ value: tag, label: name }))}
        value={language}
        onChange={(event) => choose.mutate({ language: event.currentTarget.value })}
      />
    </>
  )
}

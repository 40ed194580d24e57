import type { AccountNumber } from '@portal/contract/ids'
import { isPaperless, type Paperless, paperlessTexts as texts } from '@portal/contract/paperless'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { readStored, writeStored } from '#session/storage.ts'
import { Button } from '#ui/button/button.tsx'
import { formatDate } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { useChoosePaperless, usePaperless } from './use-paperless.ts'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'
import classes from './notifications.module.css'

/** On the account summary: paperless bills that reach nobody, or that wait for the customer. Else nothing. */
export function PaperlessBanner() {
  const { data } = usePaperless()
  if (!data) return null
  const trouble = troubleOf(data)
  if (trouble) {
    return (
      <Notice tone="error" role="status" title={t(texts.trouble[trouble], { address: data.email?.address ?? '' })}>
        <p>
          {trouble === 'none' ? (
            <ToView view="edit">{t(texts.toEmail)}</ToView>
          ) : (
            <ToView view="notifications">{t(texts.toNotifications)}</ToView>
          )}
        </p>
      </Notice>
    )
  }
  const waits = data.accounts.some(({ state }) => state === 'asked')
  const back = data.accounts.find(({ state }) => state === 'returned')
  if (!waits && !back?.why) return null
  const title =
    back?.why && !waits
      ? t(texts.returned[back.why], { date: back.since ? formatDate(back.since) : '' })
      : t(texts.finish)
  return (
    <Notice tone="info" title={title}>
      <p>
        <ToView view="notifications">{t(texts.toNotifications)}</ToView>
      </p>
    </Notice>
  )
}

function troubleOf({ email, accounts }: Paperless): keyof typeof texts.trouble | null {
  if (!accounts.some(({ state }) => isPaperless(state))) return null
  if (email === null) return 'none'
  return email.state === 'proven' ? null : email.state
}

function ToView({ view, children }: { readonly view: 'edit' | 'notifications'; readonly children: string }) {
  return (
    <Link className={classes.link} to={paths.dashboard} search={{ view }} data-no-print>
      {children}
    </Link>
  )
}

const dismissed = 'paperlessOffer'

/** On My Bills, once: the offer, with what it means. Dismissed for this browser. */
export function PaperlessOffer({ accountId }: { readonly accountId: AccountNumber }) {
  const { data } = usePaperless()
  const choose = useChoosePaperless()
  const [isDismissed, setDismissed] = useState(() => readStored('browser', dismissed) !== null)
  const [isChosen, setChosen] = useState(false)
  const account = data?.accounts.find((each) => each.accountId === accountId)
  if (!account || (!isChosen && (isDismissed || account.state !== 'off'))) return null
  if (isChosen && account.state !== 'off') {
    return (
      <Notice tone="success" role="status" title={t(account.state === 'asked' ? texts.finish : texts.about.pending)}>
        <p>
          <ToView view="notifications">{t(texts.toNotifications)}</ToView>
        </p>
      </Notice>
    )
  }
  return (
    <section className={box.card} aria-labelledby="paperless-offer" data-no-print>
      <h2 id="paperless-offer" className={classes.offer}>
        {t(texts.offer)}
      </h2>
      <p className={dashboard.muted}>{t(texts.meaning)}</p>
      {choose.error ? <ProblemNotice problem={asProblem(choose.error).inWords(t(texts.saveFailed))} /> : null}
      <div className={classes.line}>
        <Button
          look="secondary"
          busy={choose.isPending}
          onClick={() => choose.mutate({ accountId, isOn: true }, { onSuccess: () => setChosen(true) })}
        >
          {t(texts.turnOn)}
        </Button>
        <Button
          look="quiet"
          blocked={choose.isPending}
          onClick={() => {
            writeStored('browser', dismissed, 'no')
            setDismissed(true)
          }}
        >
          {t(texts.notNow)}
        </Button>
      </div>
    </section>
  )
}

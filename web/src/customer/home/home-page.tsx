import { accountShape } from '@portal/contract/account-shape'
import { payNowMaintenanceMessage } from '@portal/contract/page-words'
import { askedFields, proofFields } from '@portal/contract/proof'
import type { UtilityProfile } from '@portal/contract/utility'
import { Navigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useAnnouncements } from '#account/announcements/use-announcements.ts'
import { SampleBillImage, WhereIsMyNumber, whereNumberIs } from '#account/sample-bill.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { useClosed } from '#api/use-closed.ts'
import { paths } from '#paths.ts'
import { CardMarks } from '#payment/card/card-marks.tsx'
import { readHint, takeHint } from '#session/storage.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { ArrowIcon, BillIcon, CardIcon, HomeIcon } from '#ui/icons.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { anyInWords, t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import { AnnouncementsSection } from './announcements-section.tsx'
import type { Forgotten } from './forgot/flows.ts'
import { LogInCard } from './log-in-card.tsx'
import { SystemPopUp } from './system-pop-up.tsx'
import box from '#ui/page/card.module.css'
import classes from './home-page.module.css'

const ForgotDialog = lazyComponent(async () => (await import('./forgot/forgot-dialog.tsx')).ForgotDialog)

/** C§2.1, C§2.2. Signed-in customers are redirected to the dashboard. */
export function HomePage() {
  const { signedIn } = usePortalStart()
  return signedIn.customer ? <Navigate to={paths.dashboard} replace /> : <LogInPage />
}

function LogInPage() {
  const [forgotten, setForgotten] = useForgotten()
  const { announcements, tryAgain } = useAnnouncements()
  const systemPop = announcements === 'failed' ? null : announcements?.systemPop
  return (
    <>
      <div className={classes.hero}>
        <Welcome />
        <LogInCard onForgot={(what, username) => setForgotten({ what, username })} />
        <Waves />
      </div>
      <AnnouncementsSection announcements={announcements} tryAgain={tryAgain} />
      <PayingSection />
      {forgotten === null && systemPop ? <SystemPopUp message={systemPop} /> : null}
      {forgotten === null ? null : (
        <Suspense>
          <ForgotDialog {...forgotten} onClose={() => setForgotten(null)} />
        </Suspense>
      )}
    </>
  )
}

interface OpenedFlow {
  readonly what: Forgotten
  /** To log in. */
  readonly username: string
}

/** A stored hint, which counts once, opens a flow at the start (C§2.4). */
function useForgotten(): [OpenedFlow | null, (flow: OpenedFlow | null) => void] {
  const [forgotten, setForgotten] = useState(marked)
  useEffect(() => {
    takeHint('openForgotPass')
    takeHint('openForgotUser')
  }, [])
  return [forgotten, setForgotten]
}

function marked(): OpenedFlow | null {
  if (readHint('openForgotPass') !== null) return { what: 'password', username: '' }
  return readHint('openForgotUser') === null ? null : { what: 'username', username: '' }
}

/** With the accepted cards (C§2.2). */
function Welcome() {
  const { profile } = usePortalStart()
  const [isClosed] = useClosed('payNow')
  return (
    <div className={classes.welcome}>
      <p className={classes.eyebrow}>{t('Welcome to {name}', { name: profile.name })}</p>
      <PageHeading title={t('Pay your water bill')} />
      <p className={classes.lead}>
        {profile.bankPayments
          ? t('Pay by card or bank account in about 2 minutes, without logging in. All you need is your bill.')
          : t('Pay by card in about 2 minutes, without logging in. All you need is your bill.')}
      </p>
      {isClosed ? (
        <Notice tone="warning">
          <p>{t(payNowMaintenanceMessage)}</p>
        </Notice>
      ) : (
        <ButtonLink to={paths.payNow} look="pay" large icon={<ArrowIcon size={24} />}>
          {t('Pay Now')}
        </ButtonLink>
      )}
      <div className={classes.accepted}>
        <span>{t('We accept')}</span>
        <CardMarks />
      </div>
    </div>
  )
}

function Waves() {
  return (
    <svg className={classes.waves} viewBox="0 0 1440 200" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 96c180-64 320-64 520-16s360 72 560 16 260-56 360-28v132H0z" fill="#ffffff" fillOpacity="0.08" />
      <path d="M0 136c200-48 380-40 560 0s340 44 520 4 260-40 360-16v76H0z" fill="#ffffff" fillOpacity="0.1" />
      <path className={classes.shore} d="M0 172c220-32 420-28 640-4s420 20 560-4 180-16 240-8v44H0z" />
    </svg>
  )
}

function neededToPay({ accountNumber, bankPayments, cardBrands, cardFee = '' }: UtilityProfile) {
  return [
    {
      icon: BillIcon,
      title: t('Your account number'),
      text: accountNumber?.hint ?? t('Such as {example}, on your bill.', { example: accountShape().example }),
    },
    ...askedFields('payNow').map((name) => ({
      icon: name === 'postal' ? HomeIcon : BillIcon,
      title: name === 'postal' ? t('Your billing zip code') : t(proofFields[name].label),
      text: t(proofFields[name].hint),
    })),
    {
      icon: CardIcon,
      title: bankPayments ? t('Your card or bank account') : t('Your card'),
      text: `${anyInWords(cardBrands)}. ${cardFee}`.trim(),
    },
  ]
}

function PayingSection() {
  const { profile } = usePortalStart()
  return (
    <>
      <section className={classes.needed} aria-labelledby="needed">
        <h2 id="needed">{t('What you need to pay')}</h2>
        <ul>
          {neededToPay(profile).map(({ icon: Icon, title, text }) => (
            <li key={title} className={box.card}>
              <span className={classes.badge}>
                <Icon size={24} />
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <div className={classes.pair}>
        <section className={`${box.card} ${classes.card}`} aria-labelledby="where">
          <div>
            <h2 id="where">{t('Where to find your account number')}</h2>
            <p>{whereNumberIs(profile)}</p>
            <WhereIsMyNumber />
          </div>
          {profile.sampleBill ? (
            <div className={classes.bill} aria-hidden="true">
              <SampleBillImage sample={profile.sampleBill} />
            </div>
          ) : null}
        </section>
        <section className={`${box.card} ${classes.card}`} aria-labelledby="help">
          <div>
            <h2 id="help">{t('Need help?')}</h2>
            <p>{profile.customerServiceHours}</p>
            <ContactList phones={profile.phones} />
          </div>
        </section>
      </div>
    </>
  )
}

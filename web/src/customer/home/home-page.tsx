import { Navigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useAnnouncements } from '#account/announcements/use-announcements.ts'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { readHint, takeHint } from '#session/storage/hints.ts'
import { lazyComponent } from '#ui/waiting/when-online.ts'
import { AnnouncementsSection } from './announcements-section.tsx'
import type { Forgotten } from './forgot/forgotten.ts'
import { LogInCard } from './log-in-card.tsx'
import { PayingSection } from './paying-section.tsx'
import { SystemPopUp } from './system-pop-up.tsx'
import { Waves } from './waves.tsx'
import { Welcome } from './welcome.tsx'
import classes from './home-page.module.css'

const ForgotDialog = lazyComponent(async () => (await import('./forgot/forgot-dialog.tsx')).ForgotDialog)

/** The home page with the customer login (C§2.1, C§2.2). Signed-in customers are redirected to the dashboard. */
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
  /** What was typed to log in. */
  readonly username: string
}

/** The forgot flow that is open. A stored hint, which counts once, opens one at the start (C§2.4). */
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

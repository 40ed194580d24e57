import { consoleTabs, hasTab } from '@portal/contract/admin-levels'
import { type AdminSession, readAdminSession } from '@portal/contract/admin-sign-in'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { Queries } from '#api/queries.tsx'
import { asProblem, send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { ConsoleSession } from '#session/console-session.tsx'
import { leaveConsole } from '#session/leaving/leave-console.ts'
import { ToLogIn } from '#session/leaving/to-log-in.tsx'
import { isAdminMarked, keepAdminHints } from '#session/storage.ts'
import { BelowHeader } from '#ui/page/page-heading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { lazyComponent } from '#ui/waiting/online.ts'
import { mayOpen, viewNames } from '../console-view.ts'
import { views } from '../console-views.tsx'
import { Retry, ViewFrame } from '../view-parts/view-frame.tsx'
import { ConsoleRail, ConsoleRailWaiting } from './console-rail.tsx'
import classes from './console-page.module.css'

const ChooseOwnPassword = lazyComponent(async () => (await import('./own-password.tsx')).ChooseOwnPassword)

const route = getRouteApi(paths.adminDashboard)

/**
 * The console (A§2). Anybody who is not signed in as an administrator is redirected to `/gwaadmin`, which knows the way
 * back: a colleague opens a view or a search that somebody has sent.
 */
export function ConsolePage() {
  const { signedIn } = usePortalStart()
  const wanted = route.useSearch()
  // Read once: what other tabs do to the storage later ends nothing here.
  const [isMarked] = useState(isAdminMarked)
  return signedIn.admin && isMarked ? (
    <Console />
  ) : (
    <ToLogIn hint="isAdminLogin" loginPage={paths.adminLogin} leave={leaveConsole}>
      <Navigate to={paths.adminLogin} search={wanted} replace />
    </ToLogIn>
  )
}

function Console() {
  const { session, problem, look, lookAgain } = useAdminSession()
  const { view } = route.useSearch()
  useEffect(() => {
    // While the session is on its way.
    if (view) void views[view].preload()
  }, [view])
  const onError = (error: Error) => {
    const { name } = asProblem(error)
    if (name === 'not-signed-in') leaveConsole()
    // Another administrator may have changed this one's level or password.
    if (name === 'not-allowed' || name === 'password-is-given') lookAgain()
  }
  return (
    <Queries onError={onError}>
      <ConsoleSession look={look} />
      {session?.mustChangePassword ? (
        <>
          <BelowHeader>
            <ConsoleRail session={session} tabs={[]} />
          </BelowHeader>
          <div className={classes.alone}>
            <Suspense fallback={<Loading what={t('Loading the page')} />}>
              <ChooseOwnPassword session={session} onChosen={lookAgain} />
            </Suspense>
          </div>
        </>
      ) : null}
      {session && !session.mustChangePassword ? <SignedIn session={session} onChanged={lookAgain} /> : null}
      {problem ? (
        <div className={classes.alone}>
          <Retry error={problem} onTryAgain={lookAgain} />
        </div>
      ) : null}
      {session || problem ? null : (
        <>
          <BelowHeader>
            <ConsoleRailWaiting />
          </BelowHeader>
          <div className={classes.alone}>
            <Loading what={t('Loading the console')} />
          </div>
        </>
      )}
    </Queries>
  )
}

interface SignedInProps {
  readonly session: AdminSession
  /** Called when the administrator's own sign-in has changed. */
  readonly onChanged: () => void
}

function SignedIn({ session, onChanged }: SignedInProps) {
  const { level } = session
  const [firstLevel] = useState(level)
  const tabs = consoleTabs.filter((tab) => hasTab(level, tab))
  const { view = tabs[0] } = route.useSearch()
  const View = view && mayOpen(level, view) ? views[view] : undefined
  return (
    <>
      <BelowHeader>
        <ConsoleRail session={session} tabs={tabs} current={view} />
      </BelowHeader>
      {session.needsRename && level !== 1 ? (
        <div className={classes.alone}>
          <Notice
            tone="warning"
            title={t('Your username has characters that can be mistaken for others. Ask a super admin to change it.')}
          />
        </div>
      ) : null}
      <div className={classes.console}>
        <Suspense
          fallback={<Loading what={view ? t('Loading {view}', { view: t(viewNames[view]) }) : t('Loading the page')} />}
        >
          {View ? <View session={session} onChanged={onChanged} /> : <NotForThisLevel isNew={level !== firstLevel} />}
        </Suspense>
      </div>
    </>
  )
}

/** `isNew`: the administrator has got this level since the console was opened. */
function NotForThisLevel({ isNew }: { isNew: boolean }) {
  return (
    <ViewFrame title={t(adminConsoleTexts.otherLevel)}>
      {isNew ? <Notice tone="warning" title={t('Your role was changed. Your last change was not saved.')} /> : null}
      <Notice tone="info" title={t('Choose another page, or ask a super admin to change your role.')} />
    </ViewFrame>
  )
}

/**
 * The signed-in administrator, as the server says. The storage keys of A§3 are written from it and never trusted (R5).
 * Without a session, goes to `/gwaadmin`.
 */
export function useAdminSession() {
  const [session, setSession] = useState<AdminSession | null>(null)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const look = async (): Promise<AdminSession> => {
    try {
      const found = await send(readAdminSession)
      keepAdminHints(found)
      setSession(found)
      setProblem(null)
      return found
    } catch (error) {
      const cause = asProblem(error)
      if (cause.name === 'not-signed-in') leaveConsole()
      else setProblem(cause)
      throw cause
    }
  }
  const lookAgain = () => void look().catch(() => undefined)
  const begin = useEffectEvent(lookAgain)
  // The reply sets the state, not the effect.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => begin(), [])
  return {
    session,
    /** Why the session could not be read; null once it has been. */
    problem: session ? null : problem,
    /** Asks again, because another administrator may have changed the level. */
    look,
    lookAgain,
  }
}

import { editAccountTexts } from '@portal/contract/edit-account-texts'
import { AccountNumber } from '@portal/contract/ids'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { paths } from '#paths.ts'
import { UnsavedChanges } from '#session/unsaved-changes.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { later } from '#ui/when-online.ts'
import type { ViewProps } from '../view-props.ts'
import classes from '../dashboard.module.css'
import { Loading } from '#ui/loading.tsx'
import { Retry } from '../retry.tsx'
import { type AccountForm, type DetailsOnFile, formOf, mergedForm } from './account-form.ts'
import { DetailsForm } from './details-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { useDetailsToEdit } from './use-details-to-edit.ts'

/** Few look at it, so it comes when somebody does. */
const OwnSessions = later(async () => (await import('./own-sessions.tsx')).OwnSessions)

const route = getRouteApi(paths.dashboard)

/** Edit Account and, in its place when asked for, the Password view (C§2.5) or where the customer is logged in. */
export function EditAccount({ person }: ViewProps) {
  const { account } = route.useSearch()
  const navigate = route.useNavigate()
  const read = useDetailsToEdit(person.personId, AccountNumber.safeParse(account).data)
  const [instead, setInstead] = useState<'password' | 'sessions' | null>(null)
  /** What is typed and not saved, kept while something else is shown. */
  const [draft, setDraft] = useState<AccountForm | null>(null)

  if (instead === 'password') return <PasswordForm person={person} onDone={() => setInstead(null)} />
  if (instead === 'sessions') {
    return (
      <Suspense fallback={null}>
        <OwnSessions onDone={() => setInstead(null)} />
      </Suspense>
    )
  }
  if (read.error)
    return (
      <Unready>
        <Retry error={read.error} onTryAgain={() => void read.refetch()} />
      </Unready>
    )
  const { onFile, questions, states } = read
  if (!onFile || !questions || !states) {
    return (
      <Unready>
        <Loading what="Loading your details" rows={8} />
      </Unready>
    )
  }
  const readAgain = async (): Promise<DetailsOnFile> => (await read.readAgain()).data ?? onFile
  const begun = formOf(onFile.details)
  return (
    <>
      <UnsavedChanges areThere={draft !== null && JSON.stringify(draft) !== JSON.stringify(begun)} hint="personId" />
      <DetailsForm
        // A new record begins a new form.
        key={onFile.details.version}
        onFile={onFile}
        questions={questions}
        states={states}
        draft={draft}
        onDraft={setDraft}
        onSaved={async () => {
          await readAgain()
          setDraft(null)
        }}
        onOutdated={async (typed) => {
          const now = await readAgain()
          setDraft(mergedForm(begun, typed, formOf(now.details)))
        }}
        onChangePassword={() => setInstead('password')}
        onSessions={() => setInstead('sessions')}
        onCancel={() => void navigate({ search: {} })}
      />
    </>
  )
}

function Unready({ children }: { readonly children: ReactNode }) {
  return (
    <div className={`${classes.page} ${classes.narrow}`}>
      <PageHeading title={editAccountTexts.title} />
      {children}
    </div>
  )
}

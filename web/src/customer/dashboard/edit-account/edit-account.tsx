import { listCountries, readDetailsToEdit, editAccountTexts } from '@portal/contract/edit-account'
import { AccountNumber, type PersonId } from '@portal/contract/ids'
import { listSecurityQuestions } from '@portal/contract/sign-up'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { UnsavedChanges } from '#session/leaving/unsaved-changes.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { lazyComponent } from '#ui/waiting/online.ts'
import type { ViewProps } from '../accounts/use-accounts.ts'
import { NoAccount, Retry } from '../view-states.tsx'
import { DetailsForm, LoginButtons, type OfLogin } from './details-form.tsx'
import { type AccountForm, formOf, mergedForm } from './fields.ts'
import box from '#ui/page/card.module.css'
import classes from '../dashboard.module.css'

/** Both are loaded on demand, because few people open them. */
const PasswordForm = lazyComponent(async () => (await import('#account/own-password/password-form.tsx')).PasswordForm)
const OwnSessions = lazyComponent(async () => (await import('./own-sessions.tsx')).OwnSessions)

const route = getRouteApi(paths.dashboard)

/** Unsaved values, and the values the form started with. */
interface Draft {
  readonly base: AccountForm
  readonly typed: AccountForm
}

/** Edit Account (C§2.5). The details are read and saved with an account; the login needs none. */
export function EditAccount({ person, accounts }: ViewProps) {
  return accounts.total === 0 ? <OnlyLogin person={person} /> : <Editing person={person} />
}

/** What customers without an account may still change. */
function OnlyLogin({ person }: Pick<ViewProps, 'person'>) {
  const [opened, setOpened] = useState<OfLogin | null>(null)
  if (opened) return <Opened view={opened} person={person} onDone={() => setOpened(null)} />
  return (
    <Unready>
      <NoAccount />
      <section className={box.card} aria-labelledby="login">
        <h2 id="login">{t('Your login')}</h2>
        <DescriptionList items={[{ term: t('Username'), value: person.username }]} />
        <LoginButtons onOpen={setOpened} />
      </section>
    </Unready>
  )
}

/** The form, or in its place the Password view or the list of the customer's sessions. */
function Editing({ person }: Pick<ViewProps, 'person'>) {
  const { account } = route.useSearch()
  const read = useDetailsToEdit(person.personId, AccountNumber.safeParse(account).data)
  const [instead, setInstead] = useState<OfLogin | null>(null)
  /** Kept here, so that it survives the other views. */
  const [draft, setDraft] = useState<Draft | null>(null)
  return (
    <>
      <UnsavedChanges areThere={draft !== null && differ(draft.typed, draft.base)} hint="personId" />
      {instead ? (
        <Opened view={instead} person={person} onDone={() => setInstead(null)} />
      ) : (
        <Details
          read={read}
          draft={draft}
          onDraft={setDraft}
          onSaved={(saved) => setDraft((now) => (now && differ(now.typed, saved) ? { ...now, base: saved } : null))}
          onInstead={setInstead}
        />
      )}
    </>
  )
}

interface OpenedProps extends Pick<ViewProps, 'person'> {
  readonly view: OfLogin
  readonly onDone: () => void
}

function Opened({ view, ...props }: OpenedProps) {
  const View = view === 'password' ? PasswordForm : OwnSessions
  return (
    <Suspense fallback={null}>
      <View {...props} />
    </Suspense>
  )
}

function differ(one: AccountForm, other: AccountForm): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}

interface DetailsProps {
  readonly read: ReturnType<typeof useDetailsToEdit>
  readonly draft: Draft | null
  readonly onDraft: (draft: Draft) => void
  /** Called with the values that were saved; what was typed while they were being saved is not among them. */
  readonly onSaved: (saved: AccountForm) => void
  readonly onInstead: (view: OfLogin) => void
}

function Details({ read, draft, onDraft, onSaved, onInstead }: DetailsProps) {
  const navigate = route.useNavigate()
  const { onFile, questions, states, readAgain } = read
  if (read.error) {
    return (
      <Unready>
        <Retry error={read.error} onTryAgain={() => void read.refetch()} />
      </Unready>
    )
  }
  if (!onFile || !questions || !states) {
    return (
      <Unready>
        <Loading what={t('Loading your details')} rows={8} />
      </Unready>
    )
  }
  const begun = formOf(onFile.details)
  return (
    <DetailsForm
      // A new version of the details starts a new form.
      key={onFile.details.version}
      onFile={onFile}
      questions={questions}
      states={states}
      draft={draft && mergedForm(draft.base, draft.typed, begun)}
      onDraft={(typed) => onDraft({ base: begun, typed })}
      onSaved={async (saved) => {
        await readAgain()
        onSaved(saved)
      }}
      onOutdated={readAgain}
      onInstead={onInstead}
      onCancel={() => void navigate({ search: {} })}
    />
  )
}

function Unready({ children }: { readonly children: ReactNode }) {
  return (
    <div className={`${classes.page} ${classes.narrow}`}>
      <PageHeading title={t(editAccountTexts.title)} />
      {children}
    </div>
  )
}

/** Loads everything the view needs: the customer's details, the security questions, and the states of the country. */
function useDetailsToEdit(personId: PersonId, accountId: AccountNumber | undefined) {
  const { profile } = usePortalStart()
  const common = { staleTime: Infinity }
  const details = useQuery({
    ...common,
    queryKey: ['details-to-edit', personId, accountId],
    queryFn: async ({ signal }) => {
      const body = { personId, division: profile.division, ...(accountId ? { accountId } : {}) }
      return (await send(readDetailsToEdit, { body, signal })).result
    },
    // Fetched for every edit; during an edit only on request.
    gcTime: 0,
  })
  const questions = useQuery({
    ...common,
    queryKey: ['security-questions'],
    queryFn: async ({ signal }) => (await send(listSecurityQuestions, { signal })).result,
  })
  const countries = useQuery({
    ...common,
    queryKey: ['countries'],
    queryFn: async ({ signal }) => (await send(listCountries, { signal })).result,
  })
  return {
    onFile: details.data,
    questions: questions.data,
    states: countries.data?.[0]?.states,
    error: details.error ?? questions.error ?? countries.error,
    refetch: async () => await Promise.all([details.refetch(), questions.refetch(), countries.refetch()]),
    /** Fetches the details again, after an edit of an outdated version. */
    readAgain: details.refetch,
  }
}

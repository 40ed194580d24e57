import type { ReplyOf } from '@portal/contract/call'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { TypedDate } from '@portal/contract/dates'
import { importStates, importsTexts as texts } from '@portal/contract/import-texts'
import { type ImportJob, checkImportAgain, dropImport, readImports } from '@portal/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Found } from '../lists/list-screen.tsx'
import { ConfirmDialog } from '../view-parts/confirm-dialog.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { At } from '../view-parts/times.tsx'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import { AsOf } from './as-of.tsx'
import { DryRun } from './dry-run.tsx'
import { ImportHistory } from './import-history.tsx'
import { importsKey } from './imports-key.ts'
import { Inbox } from './inbox.tsx'
import { useImportChange } from './use-import-change.ts'
import box from '#ui/page/card.module.css'
import list from '../lists/console-list.module.css'
import classes from './imports.module.css'

type Page = ReplyOf<typeof readImports>

const isUnderWay = (job: ImportJob | null | undefined): boolean =>
  job?.state === 'CHECKING' || job?.state === 'GOING_LIVE'

/** How often the page asks while an import is under way, in milliseconds. */
const pace = 1500

/** Balances from the billing system: files, their dry run, and how they go live (docs/billing-files.md). */
export function Imports() {
  const found = useQuery({
    queryKey: importsKey,
    queryFn: async ({ signal }) => await send(readImports, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.job) ? pace : false),
  })
  return (
    <ViewFrame title={t(adminConsoleTexts.imports)} lead={t(texts.lead)}>
      <Found query={found} loading={t('Loading imports')}>
        {(page) => (
          <div className={list.view}>
            {page.isSetUp ? <Work page={page} /> : <Notice tone="info" title={texts.notSetUp} />}
            <ImportHistory undo={page.undo} />
          </div>
        )}
      </Found>
    </ViewFrame>
  )
}

function Work({ page: { job, inbox } }: { readonly page: Page }) {
  const isOpen = job?.state === 'CHECKED' || isUnderWay(job)
  return (
    <>
      {job && job.state !== 'DROPPED' ? <Job key={job.id} job={job} /> : null}
      {isOpen ? null : <Inbox inbox={inbox} />}
    </>
  )
}

function Job({ job }: { readonly job: ImportJob }) {
  const { files, createdAt, createdBy, state, summary } = job
  return (
    <section className={list.part} aria-labelledby="import-job">
      <h2 id="import-job" className={classes.files}>
        {files.join(', ')}
      </h2>
      <p className={list.muted}>
        {createdBy}, <At instant={createdAt} />
      </p>
      <div role="status">
        <Standing job={job} />
      </div>
      {state === 'CHECKED' && summary ? (
        <DryRun id={job.id} summary={summary}>
          <Drop id={job.id} />
        </DryRun>
      ) : null}
      {state === 'REFUSED' || state === 'FAILED' ? <Again id={job.id} /> : null}
    </section>
  )
}

function Standing({ job: { state, percent, reason } }: { readonly job: ImportJob }) {
  if (state === 'REFUSED' || state === 'FAILED')
    return (
      <Notice tone="error" title={t(importStates[state])}>
        {reason}
      </Notice>
    )
  if (state === 'LIVE') return <Notice tone="success" title={texts.live} />
  if (state !== 'CHECKING' && state !== 'GOING_LIVE') return null
  const what = state === 'CHECKING' ? t(texts.checking) : t(texts.goingLive)
  return (
    <div className={box.card}>
      <label className={classes.progress}>
        {what}
        <progress max={100} value={percent ?? undefined} />
      </label>
    </div>
  )
}

function Again({ id }: { readonly id: number }) {
  const [day, setDay] = useState('')
  const asOf = TypedDate.safeParse(day)
  const isWrong = day !== '' && !(asOf.success && asOf.data)
  const again = useImportChange(async () => {
    await send(checkImportAgain, {
      params: { id: String(id) },
      body: { ...(asOf.success && asOf.data && { asOf: asOf.data }) },
    })
  })
  return (
    <div className={box.card}>
      {again.isError ? <ProblemNotice problem={serverError(again.error)} /> : null}
      <AsOf day={day} setDay={setDay} isWrong={isWrong} />
      <div className={list.line}>
        <Button look="secondary" busy={again.isPending} blocked={isWrong} onClick={() => again.mutate()}>
          {t(texts.checkAgain)}
        </Button>
        <Drop id={id} />
      </div>
    </div>
  )
}

function Drop({ id }: { readonly id: number }) {
  const [isAsked, setAsked] = useState(false)
  const drop = useImportChange(
    async () => await send(dropImport, { params: { id: String(id) }, body: {} }),
    () => setAsked(false),
  )
  return (
    <>
      <Button look="quiet" onClick={() => setAsked(true)}>
        {t(texts.drop)}
      </Button>
      {isAsked ? (
        <ConfirmDialog title={t(texts.drop)} button={t(texts.drop)} confirm={drop} onClose={() => setAsked(false)}>
          {t(texts.dropQuestion)}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

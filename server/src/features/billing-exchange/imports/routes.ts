import { randomUUID } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ImportJob,
  checkImportAgain,
  dropImport,
  goLiveWithImport,
  importQuestions,
  importRunsPageSize,
  isAsRegister,
  listImportRuns,
  readImports,
  startImport,
  undoImport,
  uploadImportFile,
} from '@portal/contract/imports'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../database/connect.ts'
import type { Deps } from '../../../deps.ts'
import { type AuditEvent, type AuditOrigin, actorOf, recordAudit } from '../../../foundation/audit.ts'
import { codeOf } from '../../../foundation/database-failures.ts'
import type { Work } from '../../../foundation/work/loop.ts'
import { adminRoute, uploadRoute } from '../../../http/route.ts'
import { refuse } from '../../../refusal.ts'
import { inboxFiles, inboxOf } from '../carriage/billing-folder.ts'
import { layoutOf } from '../layout/layout-file.ts'
import { type Job, jobOf, jobToDo, moveJob, newestJob, openJob, openRestore, runBefore } from './jobs.ts'
import { receiveFile } from './receive-file.ts'
import { folderOf, liveRunId, runJob } from './run-job.ts'

const workName = 'imports'
/** An import takes minutes at most; people look at the page meanwhile. */
const rest = 5000

/**
 * Imports that admins ask for, in the worker: they stream, so that payments go on beside them, and a process that ends
 * leaves a row that the next one continues.
 */
export function importWork(deps: Deps): Work {
  const { db, clock, log, config, profile } = deps
  return {
    name: workName,
    restMilliseconds: rest,
    async run() {
      const { BILLING_FOLDER: billingFolder, DATABASE_URL: databaseUrl, PROFILE_FILE } = config
      const job = billingFolder === undefined ? null : await jobToDo(db)
      if (job === null || billingFolder === undefined) return 0
      const { division, timeZone, waterUnit, containment, proof: policy } = profile
      const proof = policy && { policy, secret: config.LINK_SECRET }
      const settings = { division, timeZone, waterUnit, containment, proof }
      const layout = layoutOf(profile, PROFILE_FILE)
      const isDone = await runJob({ db, clock, log, databaseUrl, billingFolder, settings, layout }, job)
      return isDone ? 1 : 0
    },
  }
}

/** The page Imports. */
export function importRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, config, wake } = deps
  adminRoute(app, readImports, async () => {
    const { BILLING_FOLDER: billingFolder } = config
    if (billingFolder === undefined) return { isSetUp: false, inbox: [], job: null, undo: null }
    const [inbox, job, former] = [await inboxFiles(billingFolder), await newestJob(db), await runBefore(db)]
    const undo = former ? { runId: former.runId, asOf: former.asOf } : null
    return { isSetUp: true, inbox, job: job ? shownJob(job) : null, undo }
  })
  adminRoute(app, listImportRuns, async ({ query }) => await listRuns(db, query.before))
  uploadRoute(app, uploadImportFile, async (request) => {
    const { BILLING_FOLDER: billingFolder } = config
    if (billingFolder === undefined) throw refuse(uploadImportFile, 'imports-not-set-up')
    const { name } = request.query
    const bytes = await receiveFile(request.file, inboxOf(billingFolder), name)
    const event = { action: 'billing-file-uploaded', subject: name, after: { bytes } } as const
    await recordAudit(db, { ...event, actor: actorOf(request.session) }, request, clock.now())
    return { name, bytes }
  })
  adminRoute(app, startImport, async (request) => {
    const { BILLING_FOLDER: billingFolder } = config
    if (billingFolder === undefined) throw refuse(startImport, 'imports-not-set-up')
    const files = [...new Set(request.body.files)]
    const waiting = new Set((await inboxFiles(billingFolder)).map(({ name }) => name))
    if (!files.every((name) => waiting.has(name))) throw refuse(startImport, 'import-file-gone')
    const folder = randomUUID()
    // First, or the worker could begin without them.
    await moveFiles(files, inboxOf(billingFolder), folderOf(billingFolder, folder))
    const { username: by } = request.session
    const job = await openJob(db, { at: clock.now(), by, folder, files, asOf: request.body.asOf ?? null })
    if (!job) {
      await moveFiles(files, folderOf(billingFolder, folder), inboxOf(billingFolder))
      throw refuse(startImport, 'import-open')
    }
    wake(workName)
    return { id: job.id }
  })
  decisionRoutes(app, deps)
}

/** What an admin decides about an import. */
function decisionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, config, wake } = deps
  const audited = async (origin: AuditOrigin, event: AuditEvent) => await recordAudit(db, event, origin, clock.now())
  adminRoute(app, checkImportAgain, async (request) => {
    const { id } = request.params
    const { asOf } = request.body
    const change = { reason: null, summary: null, sha256: null, run_id: null, tries: 0, percent: null }
    const isMoved = await moveJob(db, id, 'CHECKING', { ...change, ...(asOf && { as_of: asOf }) }).catch((error) => {
      // Of the index that lets one be open at a time.
      throw codeOf(error) === '23505' ? refuse(checkImportAgain, 'import-open') : error
    })
    if (!isMoved) throw refuse(checkImportAgain, 'import-not-waiting')
    wake(workName)
    return { id }
  })
  adminRoute(app, dropImport, async (request) => {
    const { id } = request.params
    const { username: decided_by } = request.session
    if (!(await moveJob(db, id, 'DROPPED', { decided_at: clock.now(), decided_by })))
      throw refuse(dropImport, 'import-not-waiting')
    const job = await jobOf(db, id)
    const folder = config.BILLING_FOLDER
    if (job && folder !== undefined) await moveFiles(job.files, folderOf(folder, job.folder), inboxOf(folder))
    return { id }
  })
  adminRoute(app, goLiveWithImport, async (request) => {
    const { id } = request.params
    const { evenSo, ...register } = request.body
    const job = await jobOf(db, id)
    if (job?.state !== 'CHECKED' || job.summary === null) throw refuse(goLiveWithImport, 'import-not-waiting')
    if (!isAsRegister(job.summary, register)) throw refuse(goLiveWithImport, 'register-differs')
    const questions = importQuestions(job.summary)
    if (questions.length > 0 && !evenSo) throw refuse(goLiveWithImport, 'import-unusual')
    if ((await liveRunId(db)) !== job.compared_with) throw refuse(goLiveWithImport, 'live-data-changed')
    const actor = actorOf(request.session)
    const decided = { decided_at: clock.now(), decided_by: request.session.username, tries: 0 }
    if (!(await moveJob(db, id, 'GOING_LIVE', decided))) throw refuse(goLiveWithImport, 'import-not-waiting')
    const { accounts, total } = job.summary.next
    const after = { accounts, total, ...(questions.length > 0 && { confirmed: questions.join(', ') }) }
    await audited(request, { actor, action: 'import-live', subject: job.files.join(', '), after })
    wake(workName)
    return { id }
  })
  adminRoute(app, undoImport, async (request) => {
    const actor = actorOf(request.session)
    const job = await db.transaction().execute(async (tx) => {
      const former = await runBefore(tx)
      if (former?.runId !== request.params.id) throw refuse(undoImport, 'not-the-import-before')
      return await openRestore(tx, former.job, clock.now(), request.session.username)
    })
    if (!job) throw refuse(undoImport, 'import-open')
    await audited(request, { actor, action: 'import-undone', subject: job.files.join(', ') })
    wake(workName)
    return { id: job.id }
  })
}

async function moveFiles(names: readonly string[], from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const name of names) await rename(join(from, name), join(to, name))
}

function shownJob(job: Job): ImportJob {
  const { id, files, state, percent, reason, summary } = job
  return {
    id,
    files,
    state,
    percent,
    reason,
    summary,
    createdAt: job.created_at,
    createdBy: job.created_by,
    decidedAt: job.decided_at,
    decidedBy: job.decided_by,
  }
}

async function listRuns(db: Db, before: number | undefined) {
  const rows = await db
    .selectFrom('cis.import_run')
    .select(['id', 'started_at', 'as_of', 'outcome', 'is_live', 'started_by', 'rows_loaded', 'quarantined', 'reason'])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(importRunsPageSize + 1)
    .execute()
  return {
    runs: rows.slice(0, importRunsPageSize).map((row) => ({
      id: row.id,
      startedAt: row.started_at,
      asOf: row.as_of,
      outcome: row.outcome,
      isLive: row.is_live,
      by: row.started_by,
      accounts: row.rows_loaded['account'] ?? 0,
      leftOut: row.quarantined,
      reason: row.reason,
    })),
    hasMore: rows.length > importRunsPageSize,
  }
}

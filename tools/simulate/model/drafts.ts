import type { Instant } from '@portal/contract/dates'
import { sumCents } from '@portal/contract/money'
import type { DraftStore } from '@portal/server/features/payments/stepwise/stepwise-store.ts'
import type { NewDraft, NewItem, SavedItem, StoredDraft } from '@portal/server/features/stepwise-payments/drafts.ts'
import type { DraftItem } from '@portal/server/payments/charge/begin-checkout.ts'
import type { Intent } from '@portal/server/payments/checkout.ts'
import type { DraftRecord, ModelRecords } from './records.ts'

/** The drafts of the stepwise calls in memory: the same rules as `draft-queries.ts`. */
export function modelDrafts(records: ModelRecords): DraftStore {
  return {
    saveDraft: async (draft) => saveDraft(records, draft),
    saveItem: async (item) => saveItem(records, item),
    async readDraft(publicId) {
      const draft = [...records.drafts.values()].find((one) => one.draft.publicId === publicId)
      return draft ? storedDraft(draft) : null
    },
    openDrafts: async (sessionId) =>
      [...records.drafts.values()]
        .filter(({ draft, state }) => draft.sessionId === sessionId && state === 'DRAFT')
        .slice(0, 2)
        .map(storedDraft),
    expireDrafts: async (begunBefore, _now, most) => expireDrafts(records, begunBefore, most),
  }
}

function saveDraft(records: ModelRecords, draft: NewDraft) {
  const open = [...records.drafts.values()].find(
    (one) =>
      one.state === 'DRAFT' && one.draft.sessionId === draft.sessionId && one.draft.contentHash === draft.contentHash,
  )
  if (!open) {
    const id = records.nextId++
    const events = [{ sequence: 1, subject: 'checkout', subjectId: id, from: null, to: 'DRAFT' }]
    records.drafts.set(id, { id, draft, state: 'DRAFT', items: [], events })
    records.edges.add('checkout: new → DRAFT')
    return draft.publicId
  }
  open.draft = { ...open.draft, at: draft.at }
  for (const item of open.items) item.isEarlier = true
  return open.draft.publicId
}

function saveItem(records: ModelRecords, { draftId, accountId, amount, most }: NewItem): SavedItem {
  const draft = records.drafts.get(draftId)
  if (draft?.state !== 'DRAFT') return 'notOpen'
  const others = draft.items.filter((item) => !item.isEarlier && item.accountId !== accountId)
  if (others.length >= most) return 'full'
  if (sumCents(others.map((item) => item.amount)) + amount > draft.draft.amount) return 'above'
  draft.items = draft.items.filter((item) => !item.isEarlier || item.accountId === accountId)
  const saved = draft.items.find((item) => item.accountId === accountId)
  if (saved) Object.assign(saved, { amount, isEarlier: false })
  else draft.items.push({ accountId, amount, isEarlier: false })
  return 'saved'
}

function expireDrafts(records: ModelRecords, begunBefore: Instant, most: number): number {
  const old = [...records.drafts.values()].filter(({ state, draft }) => state === 'DRAFT' && draft.at <= begunBefore)
  for (const draft of old.slice(0, most)) {
    draft.state = 'EXPIRED'
    const [subjectId, sequence] = [draft.id, draft.events.length + 1]
    draft.events.push({ sequence, subject: 'checkout', subjectId, from: 'DRAFT', to: 'EXPIRED' })
    records.edges.add('checkout: DRAFT → EXPIRED')
  }
  return Math.min(old.length, most)
}

/**
 * The open draft an intent names, when it is for exactly these accounts and amounts.
 * @returns null when the draft has changed, expired or been charged.
 */
export function openDraft(records: ModelRecords, draftId: number, intent: Intent): DraftRecord | null {
  const draft = records.drafts.get(draftId)
  if (draft?.state !== 'DRAFT' || draft.draft.amount !== intent.amount) return null
  return namesOf(draft.items) === namesOf(intent.items) ? draft : null
}

function namesOf(items: readonly DraftItem[]): string {
  return items.map(({ accountId, amount }) => `${accountId} ${amount}`).join()
}

function storedDraft({ id, draft, state, items }: DraftRecord): StoredDraft {
  const { publicId, sessionId, idempotencyKey, mode, amount, at: begunAt } = draft
  const copies = items.map((item) => ({ accountId: item.accountId, amount: item.amount }))
  return { id, publicId, sessionId, idempotencyKey, mode, amount, state, begunAt, items: copies }
}

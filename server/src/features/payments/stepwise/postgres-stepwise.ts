import type { Db } from '../../../database/connect.ts'
import { findByContent, findByTag } from '../checkout/read-checkouts.ts'
import { addressConfirmation } from './address-confirmation.ts'
import { expireDrafts, openDrafts, readDraft, saveDraft, saveItem } from './draft-queries.ts'
import type { StepwiseStore } from './stepwise-store.ts'

/** The records of the stepwise calls in PostgreSQL (migration 0006). */
export function postgresStepwise(db: Db): StepwiseStore {
  return {
    saveDraft: (draft) => saveDraft(db, draft),
    saveItem: (item) => saveItem(db, item),
    readDraft: (publicId) => readDraft(db, publicId),
    openDrafts: (sessionId) => openDrafts(db, sessionId),
    expireDrafts: (begunBefore, now, most) => expireDrafts(db, begunBefore, now, most),
    findByTag: (sessionId, tag) => findByTag(db, sessionId, tag),
    findByContent: (sessionId, contentHash) => findByContent(db, sessionId, contentHash),
    addressConfirmation: (address) => addressConfirmation(db, address),
  }
}

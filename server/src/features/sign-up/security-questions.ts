import type { SecurityQuestion } from '@portal/contract/sign-up'
import type { Db } from '../../database/connect.ts'

/** The security questions to choose from, in the order to show them (C§3). */
export async function securityQuestions(db: Db): Promise<SecurityQuestion[]> {
  const rows = await db.selectFrom('security_question').select(['id', 'text']).orderBy('position').execute()
  return rows.map(({ id, text }) => ({ description: text, characteristicValue: String(id) }))
}

import { type PageText, type PageTextName, readPageText } from '@portal/contract/page-texts'
import { send } from '#api/send.ts'

/**
 * Fetches a text of the utility, such as its privacy policy.
 * @throws ApiProblem
 */
export async function loadPageText(name: PageTextName, signal: AbortSignal): Promise<PageText> {
  return await send(readPageText, { params: { name }, signal })
}

import { type PageText, type PageTextName, readPageText } from '@portal/contract/page-texts'
import { send } from '#api/send.ts'

/**
 * Asks the server for a text of the utility, for the router to hand to its page.
 * @throws ApiProblem
 */
export async function loadPageText(name: PageTextName, signal: AbortSignal): Promise<PageText> {
  return await send(readPageText, { params: { name }, signal })
}

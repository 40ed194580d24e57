import type { Engine } from './engine.ts'
import { CommitUnanswered } from './store.ts'

/** What a person is told, and about which payment. */
interface Call {
  alarm: string
  facts: Record<string, string | number | null>
}

/**
 * Raises the alarm about something that is being recorded, once it is. When it is not, because others have taken over,
 * it need not be true. A commit that was not answered may hold it, and then nothing would raise the alarm later: so it
 * is raised, too.
 * @param call null when nobody has to be told
 * @param recording yields nothing, null or false, when it was not recorded
 * @returns what recording yields
 * @throws what recording throws
 */
export async function alarmOnceRecorded<Recorded>(
  { watch }: Pick<Engine, 'watch'>,
  recording: Promise<Recorded>,
  call: Call | null,
): Promise<Recorded> {
  const raise = () => {
    if (call) watch.alarm(call.alarm, call.facts)
  }
  try {
    const recorded = await recording
    if (recorded) raise()
    return recorded
  } catch (error) {
    if (error instanceof CommitUnanswered) raise()
    throw error
  }
}

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
 * @returns whether it was recorded
 * @throws what recording throws
 */
export async function alarmOnceRecorded(
  { watch }: Pick<Engine, 'watch'>,
  recording: Promise<boolean>,
  call: Call | null,
): Promise<boolean> {
  const raise = () => {
    if (call) watch.alarm(call.alarm, call.facts)
  }
  try {
    const isRecorded = await recording
    if (isRecorded) raise()
    return isRecorded
  } catch (error) {
    if (error instanceof CommitUnanswered) raise()
    throw error
  }
}

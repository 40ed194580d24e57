import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { paths } from '#paths.ts'
import { type OpenedForm, recallForm } from './form-memory.ts'

const route = getRouteApi(paths.adminDashboard)

/**
 * The form for an announcement as an entry of its own in the browser's history: Back leads from it to the list. What is
 * in the form is not in the address.
 */
export function useOpenForm(adminId: number) {
  const [restored] = useState(() => recallForm(adminId))
  const [opened, setOpened] = useState<OpenedForm | null>(restored)
  const isInAddress = route.useSearch()['form'] === 'open'
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const enter = () => void navigate({ search: { view: 'announcements', form: 'open' } })
  const settleAddress = useEffectEvent(() => {
    if (restored && !isInAddress) enter()
    if (!restored && isInAddress) void navigate({ search: { view: 'announcements' }, replace: true })
  })
  useEffect(() => settleAddress(), [])
  return {
    /** The form to show; null for the list. */
    form: isInAddress ? opened : null,
    /** The unsaved announcement with which the page was opened (docs/readings.md), if any. */
    restored,
    open(wanted: OpenedForm) {
      setOpened(wanted)
      enter()
    },
    /** Goes back to the list, without asking: what was typed has been saved or given up. */
    close() {
      setOpened(null)
      history.back({ ignoreBlocker: true })
    },
  }
}

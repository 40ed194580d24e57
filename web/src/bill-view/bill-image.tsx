import { billImageName, billViewTexts } from '@portal/contract/bill-view-texts'
import { startTransition, useActionState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'
import { saveFile } from '#pdf/save-pdf.ts'
import { Button } from '#ui/button/button.tsx'
import { DownloadIcon } from '#ui/icons.tsx'
import { t } from '#ui/text/t.ts'
import type { BillLink } from './bill-link.ts'
import { readImage } from './read-bill.ts'

interface BillImageProps {
  readonly link: BillLink
  readonly billDate: string
}

type Saved = 'not yet' | 'saved' | ApiProblem

/** Saves the PDF that the billing system made of a bill. */
export function BillImage({ link, billDate }: BillImageProps) {
  const { profile, signedIn } = usePortalStart()
  const [saved, save, isSaving] = useActionState<Saved>(async () => {
    try {
      saveFile(await readImage(link, signedIn), billImageName(profile, billDate))
      return 'saved'
    } catch (error) {
      return asProblem(error)
    }
  }, 'not yet')
  return (
    <div data-no-print>
      <Button look="secondary" wide icon={<DownloadIcon />} busy={isSaving} onClick={() => startTransition(save)}>
        {t(billViewTexts.viewImage)}
      </Button>
      <p role="status">{saved === 'saved' && !isSaving ? t('Saved to your downloads.') : ''}</p>
      {typeof saved === 'object' ? <ProblemNotice problem={saved} /> : null}
    </div>
  )
}

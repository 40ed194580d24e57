import { startTransition, useActionState } from 'react'
import { t } from '#ui/text/t.ts'
import { DownloadIcon, PrintIcon } from '../icons.tsx'
import { type Look, Button } from './button.tsx'
import classes from './save-or-print.module.css'

type Saved = 'not yet' | 'saved' | 'failed'

const words: Readonly<Record<Saved, string>> = {
  'not yet': '',
  saved: t('Saved to your downloads.'),
  failed: t('We couldn’t create the file. You can print this page instead.'),
}

interface SaveOrPrintProps {
  readonly name: string
  readonly look?: Look
  /** Rejects when the file cannot be made or saved. */
  readonly save: () => Promise<void>
}

/** For a row of buttons that wraps. */
export function SaveOrPrint({ name, look = 'primary', save }: SaveOrPrintProps) {
  const [saved, start, isSaving] = useActionState<Saved>(async () => {
    try {
      await save()
      return 'saved'
    } catch {
      return 'failed'
    }
  }, 'not yet')
  return (
    <>
      <Button look={look} icon={<DownloadIcon />} busy={isSaving} onClick={() => startTransition(start)}>
        {name}
      </Button>
      <Button look="secondary" icon={<PrintIcon />} onClick={() => window.print()}>
        {t('Print')}
      </Button>
      <p role="status" className={classes.saved}>
        {isSaving ? '' : words[saved]}
      </p>
    </>
  )
}

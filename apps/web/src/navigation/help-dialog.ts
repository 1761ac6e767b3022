let dialog: HTMLDialogElement | null = null

/** Registers the dialog element of the help. */
export const helpIs = (element: HTMLDialogElement | null): void => {
  dialog = element
}

export const openHelp = (): void => dialog?.showModal()

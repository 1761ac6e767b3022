let dialog: HTMLDialogElement | null = null

/** Told by the help which element it is. */
export const helpIs = (element: HTMLDialogElement | null): void => {
  dialog = element
}

export const openHelp = (): void => dialog?.showModal()

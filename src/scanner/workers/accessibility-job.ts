/** One page of the sample. The page worker finds what of it axe-core has to judge; only that goes to the accessibility worker. */
export interface AccessibilityJob {
  readonly html: Uint8Array;
  readonly contentTypeHeader: string | undefined;
}

/**
 * The rules of axe-core that are run (catalogue, P19): what Lighthouse's agent-accessibility-tree uses. None of them
 * needs layout or colours, which there are none of here.
 */
export const AXE_RULES = [
  'button-name',
  'input-button-name',
  'input-image-alt',
  'label',
  'link-name',
  'select-name',
  'document-title',
  'aria-allowed-attr',
  'aria-allowed-role',
  'aria-command-name',
  'aria-conditional-attr',
  'aria-dialog-name',
  'aria-hidden-body',
  'aria-hidden-focus',
  'aria-input-field-name',
  'aria-prohibited-attr',
  'aria-required-attr',
  'aria-required-children',
  'aria-required-parent',
  'aria-roles',
  'aria-text',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'aria-treeitem-name',
  'aria-valid-attr',
  'aria-valid-attr-value',
  'duplicate-id-aria',
  'definition-list',
  'table-duplicate-name',
  'tabindex',
  'autocomplete-valid',
  'presentation-role-conflict',
  'svg-img-alt',
] as const;

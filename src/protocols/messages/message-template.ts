/** One field of a template, and what stands around it. */
export interface TemplatePart {
  readonly name: string;
  readonly presence: 'required' | 'optional' | 'list';
  /** What stands before the field, whether an optional one is there or not. */
  readonly lead: string;
  /** Inside the brackets of an optional field or a list: what stands before and after it. */
  readonly before: string;
  readonly after: string;
}

export interface MessageTemplate {
  readonly parts: readonly TemplatePart[];
  /** What stands behind the last field. */
  readonly end: string;
}

const FIELD = /\{(\w+)\}|\[([^{\]]*)\{(\w+)\}([^\]]*)\](…?)/g;

export function parseTemplate(template: string): MessageTemplate {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (const found of template.matchAll(FIELD)) {
    const [whole, required, before = '', optional = '', after = '', dots] = found;
    const lead = template.slice(at, found.index);
    if (required !== undefined) parts.push({ name: required, presence: 'required', lead, before: '', after: '' });
    else parts.push({ name: optional, presence: dots === '…' ? 'list' : 'optional', lead, before, after });
    at = found.index + whole.length;
  }
  return { parts, end: template.slice(at) };
}

/** As the documentation writes it: without braces. */
export const shownTemplate = (template: string): string => template.replaceAll(/[{}]/g, '');

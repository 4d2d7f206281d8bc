/** The custom properties with which a style sheet refers to the paints of one board. */
export const stonePaintStyle = (id: string): { readonly [property: string]: string } => ({
  '--stone-black': `url("#${id}-black")`,
  '--stone-white': `url("#${id}-white")`,
  '--stone-shadow': `url("#${id}-shadow")`,
});

/**
 * The light on the stones and their soft shadow, as gradients whose colours are those of the board's theme. The shadow
 * is the paint of a wide outline that lies below the stone, so that a stone is one element.
 *
 * @param props.id prefix of the gradients' names. Each board has its own, because the boards of a page may have
 *   different themes, and the gradients of a hidden board paint nothing.
 */
export function StonePaints({ id }: { id: string }) {
  return (
    <defs>
      <radialGradient id={`${id}-black`} cx="0.5" cy="0.5" r="0.5" fx="0.34" fy="0.28">
        <stop class="black-stop light" offset="0" />
        <stop class="black-stop middle" offset="0.45" />
        <stop class="black-stop dark" offset="1" />
      </radialGradient>
      <radialGradient id={`${id}-white`} cx="0.5" cy="0.5" r="0.5" fx="0.38" fy="0.34">
        <stop class="white-stop light" offset="0" />
        <stop class="white-stop middle" offset="0.62" />
        <stop class="white-stop dark" offset="1" />
      </radialGradient>
      {/* Further down and to the right than the stone; the outline reaches to 0.61 of the stone's diameter. */}
      <radialGradient id={`${id}-shadow`} cx="0.535" cy="0.565" r="0.58">
        <stop class="shadow-stop" offset="0.8" />
        <stop class="shadow-stop edge" offset="1" />
      </radialGradient>
    </defs>
  );
}

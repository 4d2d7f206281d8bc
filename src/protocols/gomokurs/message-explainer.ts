import { explain, explanationOf } from '../messages/binary-message-explainer.ts';
import type { ConversationContext } from '../messages/message-description.ts';
import type { MessageExplainer, ProtocolMessages } from '../messages/protocol-messages.ts';
import {
  managerActions,
  parseManagerAction,
  parseOpening,
  parsePlayerAction,
  parseReply,
  playerActions,
} from './messages.ts';
import type { Version } from './protocol-version.ts';

/** The number of PROTOCOL VERSION in version 0.2.0. */
const LATER_OPENING = playerActions['0.2.0'].numberOf('protocol-version');

/** The messages of Gomokurs for the recorder, the tap and the inspector, which explain each message in words. */
export const messages: ProtocolMessages = {
  open: openExplainer,
  // Version 0.2.0 has all actions, and the tables show the numbers of both versions.
  tables: { player: playerActions['0.2.0'], manager: managerActions['0.2.0'] },
};

const STRICTEST = playerActions['0.2.0'].strictest;

/** Explains the messages of one conversation. The first message determines the numbering of the others. */
function openExplainer(): MessageExplainer {
  let version: Version | undefined;
  let isAnswered = false;
  let context: ConversationContext = {};
  return {
    isBinary: true,
    strictest: STRICTEST,
    client(bytes) {
      if (version !== undefined) {
        const actions = playerActions[version];
        return explanationOf(parsePlayerAction(bytes, version), STRICTEST, (action) =>
          explain(actions, action, context),
        );
      }
      const read = explanationOf(parseOpening(bytes), STRICTEST, (opening) => ({
        action: 'PROTOCOL VERSION',
        meaning: opening.version === undefined ? 'speaks a version unknown here' : `speaks version ${opening.version}`,
        isWellFormed: true,
        privacy: 'public',
      }));
      // An unknown version is refused. The action's number shows which numbering follows.
      if (read.kind !== 'more') version = bytes[0] === LATER_OPENING ? '0.2.0' : '0.1.0';
      return read;
    },
    server(bytes) {
      const parse = isAnswered ? parseManagerAction : parseReply;
      const actions = managerActions[version ?? '0.1.0'];
      return explanationOf(parse(bytes, version ?? '0.1.0'), STRICTEST, (action) => {
        isAnswered = true;
        const size = actions.sizeIn(action);
        if (size !== undefined) context = { size };
        return explain(actions, action, context);
      });
    },
  };
}

/**
 * Our own errors whose messages are our own words and numbers, by class and literal `type`. Those that repeat what
 * somebody else said (a module that does not load, a setting, a host) are not among them.
 */
export const OUR_WORDS: Readonly<Record<string, string>> = {
  FrameLogError: 'frame_log',
  LogFullError: 'log_full',
  OutsideTurnError: 'outside_turn',
  SubAgentError: 'sub_agent',
  TurnEndedError: 'turn_ended',
}

export const isOurWords = (error: object, class_name: string): boolean =>
  Object.hasOwn(OUR_WORDS, class_name) && (error as { type?: unknown }).type === OUR_WORDS[class_name]

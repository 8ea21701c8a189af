package runtime

type RawExtension string
